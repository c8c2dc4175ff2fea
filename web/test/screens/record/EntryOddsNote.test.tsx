import type { EntryOddsRecord } from '@quantalgo/contracts/record/strategyEndpoints';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EntryOddsNote } from '../../../src/screens/record/EntryOddsNote';

const describeRecord = (record: EntryOddsRecord) =>
  render(<EntryOddsNote record={record} />).container.textContent;

const gain = { value: 0.21, low: -0.12, high: 0.54 };

it('says the odds at entry are on trial while there are too few results', () => {
  expect(describeRecord({ counted: 0, gain: null, isShown: false })).toBe(
    'We recalculate the odds at entry. This is still on trial, with no results so far.',
  );
  expect(describeRecord({ counted: 1, gain: null, isShown: false })).toMatch(
    /with too few results so far/,
  );
});

it('reports the accuracy gain so far and when the odds will be shown', () => {
  expect(describeRecord({ counted: 1234, gain, isShown: false })).toBe(
    'We recalculate the odds at entry. This is still on trial: over 1,234 signals the new odds were 0.2% more accurate (95% sure: -0.1 to 0.5). We’ll show them once the improvement is beyond chance.',
  );
});

it('reports an accuracy loss', () => {
  const loss = { value: -0.2, low: -0.5, high: 0.1 };
  expect(describeRecord({ counted: 1234, gain: loss, isShown: false })).toMatch(
    'over 1,234 signals the new odds were 0.2% less accurate (95% sure: -0.5 to 0.1% more accurate). We’ll show them once',
  );
});

it('says that signals show the odds once the gain is proven', () => {
  const proven = { value: 0.32, low: 0.11, high: 1 };
  expect(describeRecord({ counted: 4321, gain: proven, isShown: true })).toBe(
    'We recalculate the odds at entry. So far, over 4,321 signals the new odds were 0.3% more accurate (95% sure: 0.1 to 1), so signals show them while you can enter, if the strategies of their slot have proven it.',
  );
});

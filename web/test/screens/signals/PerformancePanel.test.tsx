import { toPerformance } from '@quantalgo/contracts/record/performance';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SAMPLE_PERFORMANCE } from '../../../src/screens/signals/LockedRoom';
import { PerformancePanel } from '../../../src/screens/signals/PerformancePanel';

const record = (changes: Partial<Performance> = {}): Performance => ({
  ...toPerformance({
    settled: 412,
    won: 388,
    lost: 17,
    breakEven: 7,
    firstEntryWon: 211,
    confidenceSum: 412 * 93.9,
    missedSlots: 2,
    rules: LADDER_RULES,
    source: 'replay',
  }),
  ...changes,
});

const show = (performance: Performance | null | undefined) =>
  render(<PerformancePanel performance={performance} />).container;

describe('the performance panel', () => {
  it('shows each rate with its interval, its basis and what a coin scores', () => {
    const panel = show(record());
    expect(panel).toHaveTextContent('First entry wins51.2 %95 % sure: 46.4 – 56.0 · coin 50');
    expect(panel).toHaveTextContent('Win rate, 4 levels94.2 %91.5 – 96.1 · coin 93.8');
    expect(panel).toHaveTextContent('Average confidence93.9 %off by 0.3 points so far');
    expect(panel).toHaveTextContent('Total412Won388Lost17Break-even7');
    expect(panel).toHaveTextContent('412 settled on replayed prices, 2 missed slots.');
  });

  it('gives no rate of fewer than thirty signals, and counts them', () => {
    const few = { settled: 29, won: 29, lost: 0, breakEven: 0, firstEntryWon: 29 };
    const panel = show(
      toPerformance({
        ...few,
        confidenceSum: 29 * 93,
        missedSlots: 0,
        rules: LADDER_RULES,
        source: 'replay',
      }),
    );
    expect(panel).toHaveTextContent('29 of 30 settled signals: too few for a rate');
    expect(panel).not.toHaveTextContent('100.0 %');
    expect(panel).toHaveTextContent('Total29Won29');
  });

  it('says that a record on other prices than a market’s is a demonstration, and on which', () => {
    const panel = show(record());
    expect(panel).toHaveTextContent('Demonstration');
    expect(panel).toHaveTextContent('settled on replayed prices');
  });

  it('calls a record on live prices no demonstration', () => {
    const live = record({ source: 'twelvedata', demonstration: false });
    expect(show(live)).not.toHaveTextContent('Demonstration');
  });

  it('shows no figure at all before there is one', () => {
    const panel = show(undefined);
    expect(panel).not.toHaveTextContent(/\d/);
    expect(panel.firstElementChild).toHaveAttribute('aria-busy', 'true');
  });

  it('estimates nothing where nothing was settled yet', () => {
    expect(show(null)).not.toHaveTextContent(/\d/);
  });

  it('marks the specified figures as a sample wherever they stand', () => {
    render(<PerformancePanel performance={SAMPLE_PERFORMANCE} sample />);
    expect(screen.getByText('Sample')).toBeInTheDocument();
    expect(screen.getByText('164')).toBeInTheDocument();
  });
});

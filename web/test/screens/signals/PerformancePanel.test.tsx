import { toPerformance } from '@quantalgo/contracts/record/performance';
import { toEnteredFigures } from '@quantalgo/contracts/signals/entered';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
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
  render(<PerformancePanel performance={performance} />, { wrapper: MemoryRouter }).container;

const ENTERED = {
  confirmed: 400,
  signals: 290,
  breakEven: 8,
  winRate: { value: (100 * 264) / 282, low: 90.2, high: 95.8 },
  firstEntryRate: { value: 50, low: 44, high: 56 },
  resultPerSignal: -0.5,
  resultPerFirstEntry: -0.1,
};

describe('PerformancePanel', () => {
  it('shows the win rate on a scale beside the coin rate and the break-even rate', () => {
    const panel = show(record());
    expect(panel).toHaveTextContent('Performance');
    expect(panel).toHaveTextContent('at your 80% payout');
    expect(panel).toHaveTextContent('Win rate, within 4 levels95.8%');
    expect(panel).toHaveTextContent('coin 93.8you need 96.1');
    expect(panel).toHaveTextContent('Total412Won388Average confidence93.9%');
    expect(panel).toHaveTextContent(
      'All signals, on replayed prices. The win rate doesn’t count flat signals.',
    );
    expect(panel).not.toHaveTextContent('no-gos');
  });

  it('counts only signals that could be entered, so that a no-go never looks won', () => {
    const panel = show(record({ entered: ENTERED }));
    expect(panel).toHaveTextContent('Win rate, within 4 levels93.6%');
    expect(panel).toHaveTextContent('Total290Won264');
    expect(panel).toHaveTextContent('Signals that could be entered, on replayed prices.');
    expect(panel).toHaveTextContent('The average confidence also includes no-gos.');
  });

  it('compares ladders that moved with break-even, however many were flat', () => {
    const counts = { confirmed: 1000, settled: 1000, won: 939, breakEven: 23, firstEntryWon: 500 };
    const panel = show(
      record({ entered: toEnteredFigures({ ...counts, result: 0 }, LADDER_RULES) }),
    );
    expect(panel).toHaveTextContent('Win rate, within 4 levels96.1%');
    expect(panel).toHaveTextContent('Above break-even so far, but too few results');
    expect(panel).toHaveTextContent('Total1,000Won939');
  });

  it.each([
    [{ value: 91, low: 88, high: 94 }, 'Below break-even so far: four levels won less often'],
    [{ value: 98, low: 97, high: 99 }, 'Above break-even so far: four levels won more often'],
    [{ value: 95, low: 93, high: 97 }, 'Below break-even so far, but too few results'],
    [{ value: 97, low: 95, high: 98 }, 'Above break-even so far, but too few results'],
  ])('explains win rate %o in money', (winRate, text) => {
    expect(show(record({ entered: { ...ENTERED, winRate } }))).toHaveTextContent(text);
  });

  it('shows counts but no rate for fewer than thirty settled signals', () => {
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
    expect(panel).toHaveTextContent('29 settled signals so far. A meaningful rate needs 30');
    expect(panel).not.toHaveTextContent('100.0%');
    expect(panel).toHaveTextContent('Total29Won29');
    expect(panel).toHaveTextContent('Average confidence–');
  });

  it('labels a record on replayed prices as a demonstration', () => {
    const panel = show(record());
    expect(panel).toHaveTextContent('Demonstration');
    expect(panel).toHaveTextContent('on replayed prices');
  });

  it('shows no demonstration label for live prices', () => {
    const live = record({ source: 'twelvedata', demonstration: false });
    expect(show(live)).not.toHaveTextContent('Demonstration');
  });

  it('shows no figures while loading', () => {
    const panel = show(undefined);
    expect(panel).not.toHaveTextContent(/\d/);
    expect(panel.firstElementChild).toHaveAttribute('aria-busy', 'true');
  });

  it('shows no figures if nothing has settled yet', () => {
    expect(show(null)).not.toHaveTextContent(/\d/);
  });

  it('labels the specified figures as a sample', () => {
    render(<PerformancePanel performance={SAMPLE_PERFORMANCE} sample />, {
      wrapper: MemoryRouter,
    });
    expect(screen.getByText('Sample')).toBeInTheDocument();
    expect(screen.getByText('164')).toBeInTheDocument();
  });
});

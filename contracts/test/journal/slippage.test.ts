import { describe, expect, it } from 'vitest';
import type { JournalTrade } from '../../src/journal/entry';
import { type CountedTrade, toCountedTrades } from '../../src/journal/results';
import { settleEntry } from '../../src/journal/settle';
import { computePriceSlippage, computeTimeSlippage } from '../../src/journal/slippage';

const ID = '20261120T1405Z';

/** A one-dollar CALL, due at 14:10. The recorded price rises ten points from 1.10000. */
function trade(changes: Partial<JournalTrade>): CountedTrade[] {
  const direction = 'CALL' as const;
  const written = { level: 0, stake: 100, price: null, at: null, close: null, ...changes };
  const closes = [{ price: 1.1 }, { price: 1.1001 }];
  const result = settleEntry(
    { trades: [written], payout: 0.8, pair: 'EURUSD', direction },
    { pair: 'EURUSD', direction, closes },
    null,
  );
  const entry = { broker: '', tags: [], verdict: null };
  return toCountedTrades({ id: ID, pair: 'EURUSD', direction, payout: 0.8, result, ...entry });
}

describe('price slippage', () => {
  it('is zero without broker prices', () => {
    expect(computePriceSlippage(trade({}))).toMatchObject({
      trades: 0,
      meanPoints: null,
      costCents: 0,
    });
  });

  it('is the loss against the record, in money and in mean points', () => {
    const trades = [...trade({ price: 1.10012 }), ...trade({ price: 1.09998 }), ...trade({})];
    const slippage = computePriceSlippage(trades);
    expect(slippage).toMatchObject({
      trades: 2,
      withEntryPrice: 2,
      worse: 1,
      better: 1,
      differingResults: 1,
    });
    expect(slippage.meanPoints).toBeCloseTo(5);
    expect(slippage.costCents).toBe(80 + 100);
  });

  it('includes the cost of a different close, but no points without an entry price', () => {
    expect(computePriceSlippage(trade({ close: 1.0999 }))).toMatchObject({
      trades: 1,
      withEntryPrice: 0,
      meanPoints: null,
      differingResults: 1,
      costCents: 180,
    });
  });
});

describe('time slippage', () => {
  it('counts entries after the “Enter now” window as late, and early ones as on time', () => {
    const trades = [
      ...trade({ at: '2026-11-20T14:08:00.000Z' }),
      ...trade({ at: '2026-11-20T14:10:30.000Z' }),
      ...trade({ at: '2026-11-20T14:11:30.000Z', price: 1.10012 }),
      ...trade({}),
    ];
    const { late, onTime, meanMs, costCents, trades: timed } = computeTimeSlippage(trades);
    expect([timed, onTime.length, late.length]).toEqual([3, 2, 1]);
    expect(meanMs).toBe(40_000);
    expect(costCents).toBe(180);
  });

  it('has no mean delay and no cost without entry times', () => {
    expect(computeTimeSlippage(trade({}))).toMatchObject({ trades: 0, meanMs: null, costCents: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import type { JournalTrade } from '../../src/journal/entry';
import { settleEntry, type SignalCourse } from '../../src/journal/settle';

const trade = (level: number, changes: Partial<JournalTrade> = {}): JournalTrade => ({
  level,
  stake: 200,
  price: null,
  at: null,
  close: null,
  ...changes,
});

const course = (...prices: (number | null)[]): SignalCourse => ({
  pair: 'EURUSD',
  direction: 'CALL',
  closes: prices.map((price) => ({ price })),
});

const settle = (
  trades: readonly JournalTrade[],
  signal: SignalCourse | null,
  payout: number | null = 0.8,
) =>
  settleEntry(
    { trades: [...trades], payout, pair: 'EURUSD', direction: signal?.direction ?? 'CALL' },
    signal,
    null,
  );

describe('settlement against the record', () => {
  const entry = { trades: [trade(0)], payout: 0.8, pair: 'EURUSD', direction: 'CALL' } as const;

  it.each([
    ['pair', { ...course(1, 2), pair: 'GBPUSD' }],
    ['direction', { ...course(1, 2), direction: 'PUT' as const }],
  ])('ignores a signal with another %s, but uses the broker’s prices', (_, record) => {
    const own = { ...entry, trades: [...entry.trades] };
    expect(settleEntry(own, record, null)).toMatchObject({ cents: null, recordedCents: null });
    const priced = { ...own, trades: [trade(0, { price: 1, close: 2 })] };
    expect(settleEntry(priced, record, null)).toMatchObject({ cents: 160, recordedCents: null });
  });

  it('uses the record if the entry has neither pair nor direction', () => {
    const blank = { ...entry, trades: [...entry.trades], pair: null, direction: null };
    expect(settleEntry(blank, course(1, 2), null).cents).toBe(160);
  });
});

describe('journal trade', () => {
  it('wins the stake times the payout, loses the stake, and makes zero if flat', () => {
    expect(settle([trade(0)], course(1, 2)).cents).toBe(160);
    expect(settle([trade(0)], course(2, 1)).cents).toBe(-200);
    expect(settle([trade(0)], course(1, 1)).cents).toBe(0);
  });

  it('loses on a PUT if the price rises', () => {
    const put = { ...course(1, 2), direction: 'PUT' as const };
    expect(settle([trade(0)], put).cents).toBe(-200);
  });

  it('is settled on the closes of its own level', () => {
    expect(settle([trade(1)], course(1, 0.5, 2)).cents).toBe(160);
    expect(settle([trade(0), trade(1, { stake: 440 })], course(1, 0.5, 2)).cents).toBe(-200 + 352);
  });

  it('stays open, as does its entry, until the record has its close', () => {
    const { trades, cents } = settle([trade(0), trade(1)], course(1, 0.5));
    expect(trades.map(({ outcome }) => outcome)).toEqual(['lost', null]);
    expect(cents).toBeNull();
    expect(settle([trade(0)], null)).toMatchObject({ cents: null, recordedCents: null });
  });

  it('is flat if the record’s candle is missing', () => {
    expect(settle([trade(0)], course(1, null)).trades[0]?.outcome).toBe('flat');
  });

  it('has no result in money without a stake, or without a payout if won', () => {
    expect(settle([trade(0, { stake: null })], course(1, 2)).cents).toBeNull();
    expect(settle([trade(0)], course(1, 2), null).cents).toBeNull();
    expect(settle([trade(0)], course(2, 1), null).cents).toBe(-200);
  });

  it('counts by the broker’s close and reports if the record’s outcome differs', () => {
    const result = settle([trade(0, { close: 0.9 })], course(1, 2));
    expect(result).toMatchObject({ cents: -200, recordedCents: 160, differs: true });
    expect(settle([trade(0, { close: 3 })], course(1, 2)).differs).toBe(false);
  });

  it('is settled by the broker’s prices alone without the signal', () => {
    expect(settle([trade(0, { price: 1, close: 2 })], null).cents).toBe(160);
  });

  it('reports how much worse the broker’s entry price was', () => {
    const worse = (direction: 'CALL' | 'PUT') =>
      settle([trade(0, { price: 1.5 })], { ...course(1, 2), direction }).trades[0]?.worseBy;
    expect(worse('CALL')).toBe(0.5);
    expect(worse('PUT')).toBe(-0.5);
  });
});

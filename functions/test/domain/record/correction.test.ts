import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { listCloseTimes } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Direction, Settlement } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCorrection, judgeSignal, NO_CLOSE } from '../../../src/domain/record/record';
import { NOON } from '../../candles';

/** These tests use a ladder of four levels. */
const rules = LADDER_RULES;
const TOMORROW = NOON + 24 * 60 * 60_000;
const READ = { fetchedAt: TOMORROW, rules };

/** Closes from five minutes after the signal’s slot; null if there is no candle. */
const createCloses = (...prices: readonly (number | null)[]) =>
  new Map(
    listCloseTimes(NOON, rules).flatMap((time, index) => {
      const price = prices[index];
      return typeof price === 'number' ? [[time, price] as const] : [];
    }),
  );

/** A signal from noon, settled on these closes an hour later. */
function settledOn(direction: Direction, closes: ReadonlyMap<number, number>) {
  const now = NOON + 60 * 60_000;
  const judgement = judgeSignal(
    { createdAt: NOON, direction },
    (at) => closes.get(at) ?? NO_CLOSE.missing,
    {
      now,
      rules,
    },
  );
  if (judgement.state === 'waiting') throw new Error('An hour decides every signal');
  const common = {
    closes: [...judgement.closes],
    source: 'simulated' as const,
    fetchedAt: now,
    settledAt: now,
  };
  const settlement: Settlement =
    judgement.outcome === 'profit'
      ? { outcome: 'profit', level: judgement.level, ...common }
      : { outcome: judgement.outcome, level: null, ...common };
  return { createdAt: NOON, direction, settlement };
}

const call = settledOn('CALL', createCloses(1.1, 1.2, 1.3, 1.2, 1.1));

describe('findCorrection', () => {
  it('doesn’t need the closes after the deciding ones', () => {
    const closes = [...createCloses(1.1, 1.2, 1.3, 1.2, 1.1)].map(([at, price]) => ({ at, price }));
    const finished = { ...call, settlement: { ...call.settlement, closes } };
    const revised = createCloses(1.1, 1.05, 1.3, null, 1.1);
    expect(findCorrection(finished, revised, READ)).toMatchObject({ outcome: 'profit', level: 1 });
  });

  it('returns the outcome on the revised candles', () => {
    const revised = createCloses(1.1, 1.05, 1.3, 1.2, 1.1);
    expect(findCorrection(call, revised, READ)).toEqual({
      outcome: 'profit',
      level: 1,
      closes: [...revised].slice(0, 3).map(([at, price]) => ({ at, price })),
      fetchedAt: TOMORROW,
    });
  });

  it('corrects a win to a loss and a loss to a win', () => {
    const falling = createCloses(1.1, 1.09, 1.08, 1.07, 1.06);
    expect(findCorrection(call, falling, READ)).toMatchObject({ outcome: 'loss', level: null });
    const rising = createCloses(1.1, 1.11);
    const lost = settledOn('CALL', falling);
    const revised = new Map([...falling, ...rising]);
    expect(findCorrection(lost, revised, READ)).toMatchObject({ outcome: 'profit', level: 0 });
  });

  it('corrects an outcome if a missing candle has arrived', () => {
    const holed = settledOn('CALL', createCloses(1.1, null, 1.2, 1.3, 1.4));
    expect(holed.settlement.outcome).toBe('break-even');
    const whole = createCloses(1.1, 1.15, 1.2, 1.3, 1.4);
    expect(findCorrection(holed, whole, READ)).toMatchObject({ outcome: 'profit', level: 0 });
  });

  it('returns null if prices changed but the outcome did not', () => {
    expect(findCorrection(call, createCloses(1.1, 1.4), READ)).toBeNull();
  });

  it('returns null if the source no longer has a close', () => {
    expect(findCorrection(call, createCloses(1.1, null, 1.05), READ)).toBeNull();
  });

  it('returns null if the signal was lost because it was settled too late', () => {
    const settledAt = NOON + REVEAL_TIMEOUT_MS + 1;
    const late = { ...call, settlement: { ...call.settlement, settledAt } };
    expect(findCorrection(late, createCloses(1.1, 1.0, 0.9, 0.8, 0.7), READ)).toBeNull();
  });

  it('returns null if the source returns the same closes', () => {
    const prices = fc.array(fc.option(fc.integer({ min: 1, max: 4 })), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.constantFrom<Direction>('CALL', 'PUT'), prices, (direction, closes) => {
        const same = createCloses(...closes);
        expect(findCorrection(settledOn(direction, same), same, READ)).toBeNull();
      }),
    );
  });
});

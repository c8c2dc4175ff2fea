import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { listCloseTimes, evaluateLadder as playBy } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Direction, Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LATE_CANDLE_GRACE_MS,
  NO_CLOSE,
  judgeSignal as judgeBy,
  findLaterCloses,
  type CloseAt,
} from '../../../src/domain/record/record';
import { NOON } from '../../candles';

/** These tests use a ladder of four levels. */
const rules = LADDER_RULES;
const judge = (signal: Pick<Signal, 'createdAt' | 'direction'>, closeAt: CloseAt, now: number) =>
  judgeBy(signal, closeAt, { now, rules });
const play = (direction: Direction, closes: readonly (number | null)[]) =>
  playBy(direction, closes, rules);

const call = { createdAt: NOON, direction: 'CALL' } as const;
const put = { createdAt: NOON, direction: 'PUT' } as const;

/** Closes five, ten … minutes after the slot; null if there is no candle. */
const closing =
  (...prices: readonly (number | null)[]): CloseAt =>
  (time) =>
    prices[(time - NOON) / SLOT_MS - 1] ?? NO_CLOSE.missing;

const HALF_AN_HOUR = NOON + 30 * MINUTE_MS;

describe('judgeSignal', () => {
  it('enters the first level five minutes after the slot', () => {
    expect(listCloseTimes(NOON, rules).map((time) => (time - NOON) / MINUTE_MS)).toEqual([
      5, 10, 15, 20, 25,
    ]);
  });

  it('settles a CALL with a higher first close as won at level 0', () => {
    expect(judge(call, closing(1.1, 1.10001), NOON + 10 * MINUTE_MS)).toEqual({
      state: 'settled',
      outcome: 'profit',
      level: 0,
      closes: [
        { at: NOON + 5 * MINUTE_MS, price: 1.1 },
        { at: NOON + 10 * MINUTE_MS, price: 1.10001 },
      ],
    });
  });

  it('settles a PUT with a lower first close as won at level 0', () => {
    expect(judge(put, closing(1.1, 1.09999), NOON + 10 * MINUTE_MS)).toMatchObject({
      outcome: 'profit',
      level: 0,
    });
  });

  it('settles a flat first level as break-even', () => {
    expect(judge(call, closing(1.1, 1.1, 1.2), HALF_AN_HOUR)).toMatchObject({
      outcome: 'break-even',
      level: null,
    });
  });

  it('waits for an unreadable close until the reveal deadline', () => {
    const closes: CloseAt = (time) =>
      time === NOON + 5 * MINUTE_MS ? NO_CLOSE.unreadable : closing(1.1, 1.2)(time);
    const last = NOON + REVEAL_TIMEOUT_MS;
    expect(judge(call, closes, last)).toMatchObject({ state: 'waiting' });
    expect(judge(call, closes, last + 1)).toMatchObject({ outcome: 'loss' });
  });

  it('plays the next level after a loss', () => {
    expect(judge(call, closing(1.1, 1.09, 1.08, 1.085), HALF_AN_HOUR)).toMatchObject({
      outcome: 'profit',
      level: 2,
    });
  });

  it('plays the next level after a flat later level', () => {
    expect(judge(call, closing(1.1, 1.09, 1.09, 1.095), HALF_AN_HOUR)).toMatchObject({
      outcome: 'profit',
      level: 2,
    });
  });

  it('settles as a loss if no level wins', () => {
    expect(judge(call, closing(1.1, 1.09, 1.08, 1.07, 1.06), HALF_AN_HOUR)).toMatchObject({
      outcome: 'loss',
      level: null,
    });
  });

  it('plays as many levels as the record’s rules have', () => {
    const closes = closing(1.1, 1.09, 1.08, 1.07, 1.06, 1.07);
    const five = { levels: 5, stakes: [1, 2.2, 4.84, 10.648, 23.4256], payout: 0.8 };
    const at = { now: HALF_AN_HOUR, rules: five };
    expect(judge(call, closes, HALF_AN_HOUR)).toMatchObject({ outcome: 'loss' });
    expect(judgeBy(call, closes, at)).toMatchObject({ outcome: 'profit', level: 4 });
    expect(judgeBy(call, closes, { ...at, now: NOON + 25 * MINUTE_MS })).toEqual({
      state: 'waiting',
      until: HALF_AN_HOUR,
    });
  });

  it('settles as a loss if all levels after a lost one are flat', () => {
    expect(judge(call, closing(1.1, 1.09, 1.09, 1.09, 1.09), HALF_AN_HOUR)).toMatchObject({
      outcome: 'loss',
    });
  });

  it('stays pending until the deciding level has ended', () => {
    expect(judge(call, closing(1.1, 1.2), NOON + 10 * MINUTE_MS - 1)).toEqual({
      state: 'waiting',
      until: NOON + 10 * MINUTE_MS,
    });
  });
});

describe('missing candle', () => {
  const lateExit = closing(1.1, null, 1.2);

  it('leaves the signal pending for ten minutes', () => {
    expect(judge(call, lateExit, NOON + 12 * MINUTE_MS)).toEqual({
      state: 'waiting',
      until: NOON + 10 * MINUTE_MS + LATE_CANDLE_GRACE_MS,
    });
  });

  it('has no effect if it arrives within ten minutes', () => {
    expect(judge(call, closing(1.1, 1.11), NOON + 19 * MINUTE_MS)).toMatchObject({
      outcome: 'profit',
      level: 0,
    });
  });

  it('counts as flat after ten minutes, so the first level breaks even', () => {
    expect(judge(call, lateExit, NOON + 20 * MINUTE_MS)).toMatchObject({
      outcome: 'break-even',
      closes: [
        { at: NOON + 5 * MINUTE_MS, price: 1.1 },
        { at: NOON + 10 * MINUTE_MS, price: null, reason: 'The source has no candle' },
      ],
    });
  });

  it('counts as flat after ten minutes, so a later level is followed by the next', () => {
    const closes = closing(1.1, 1.09, null, 1.08, 1.085);
    expect(judge(call, closes, HALF_AN_HOUR)).toMatchObject({ outcome: 'profit', level: 3 });
  });
});

describe('unconfirmed jump', () => {
  const jumped =
    (firstReadAt: number): CloseAt =>
    (time) =>
      time === NOON + 10 * MINUTE_MS ? { firstReadAt } : 1.1;

  it('can be confirmed for ten minutes after it was first read', () => {
    const hour = NOON + 60 * MINUTE_MS;
    const until = hour + LATE_CANDLE_GRACE_MS;
    expect(judge(call, jumped(hour), hour)).toEqual({ state: 'waiting', until });
    expect(judge(call, jumped(hour), until)).toMatchObject({
      outcome: 'break-even',
      closes: [{ price: 1.1 }, { price: null, reason: NO_CLOSE.doubtful }],
    });
  });

  it('counts as flat when the reveal deadline is near', () => {
    const last = NOON + REVEAL_TIMEOUT_MS - SLOT_MS;
    expect(judge(call, jumped(last - 1), last - 1)).toEqual({ state: 'waiting', until: last });
    expect(judge(call, jumped(last), last)).toMatchObject({ outcome: 'break-even' });
  });
});

describe('commitment past its reveal deadline', () => {
  it('counts as a loss, even if the market would have won it', () => {
    const late = NOON + REVEAL_TIMEOUT_MS + 1;
    expect(judge(call, closing(1.1, 1.2), late)).toMatchObject({ outcome: 'loss', level: null });
    expect(judge(call, closing(1.1, 1.2), late - 1)).toMatchObject({ outcome: 'profit' });
  });
});

const directions = fc.constantFrom<Direction>('CALL', 'PUT');
const closes = fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 5, maxLength: 5 });

/** A price as a source formats it: up to 15 digits and a decimal point. */
const written = fc
  .tuple(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.integer({ min: 1, max: 8 }))
  .map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, '0');
    return { text: `${text.slice(0, -places)}.${text.slice(-places)}`, digits, places };
  });

describe('price comparison', () => {
  it('is exact to 15 digits, without binary rounding errors', () => {
    fc.assert(
      fc.property(
        written,
        fc.bigInt({ min: -3n, max: 3n }),
        directions,
        (entry, ticks, direction) => {
          const moved = entry.digits + ticks;
          fc.pre(moved > 0n && moved < 10n ** 15n);
          const exit = `${moved}e-${entry.places}`;
          const verdict = play(direction, [Number(entry.text), Number(exit)]);
          const rise = direction === 'CALL' ? ticks : -ticks;
          const expected = rise > 0n ? 'profit' : ticks === 0n ? 'break-even' : undefined;
          expect(verdict?.outcome).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is exact for differences that aren’t binary fractions', () => {
    expect(play('CALL', [0.3, Number('0.3')])).toEqual({ outcome: 'break-even', level: null });
    expect(play('CALL', [1.10001, 1.10002])).toEqual({ outcome: 'profit', level: 0 });
  });
});

describe('ladder in any market', () => {
  it('settles once its five closes are available', () => {
    fc.assert(
      fc.property(directions, closes, (direction, prices) => {
        expect(play(direction, prices)).not.toBeNull();
      }),
    );
  });

  it('keeps its outcome whatever the later closes', () => {
    fc.assert(
      fc.property(directions, closes, fc.nat(5), (direction, prices, closeCount) => {
        const early = play(direction, prices.slice(0, closeCount));
        if (early) expect(play(direction, prices)).toEqual(early);
      }),
    );
  });

  it('settles late with the same outcome as on time', () => {
    fc.assert(
      fc.property(directions, closes, fc.nat(20 * 60), (direction, prices, minutesLate) => {
        const signal = { createdAt: NOON, direction };
        const whole = closing(...prices.map((price) => price ?? 3));
        const now = NOON + 25 * MINUTE_MS;
        expect(judge(signal, whole, now + minutesLate * MINUTE_MS)).toEqual(
          judge(signal, whole, now),
        );
      }),
    );
  });

  it('never wins the same level with CALL and PUT', () => {
    fc.assert(
      fc.property(closes, (prices) => {
        const [up, down] = [play('CALL', prices), play('PUT', prices)];
        if (up?.outcome === 'profit' && down?.outcome === 'profit')
          expect(up.level).not.toBe(down.level);
      }),
    );
  });

  it('has a later time for the next check while pending', () => {
    fc.assert(
      fc.property(directions, closes, fc.nat(60), (direction, prices, minutes) => {
        const now = NOON + minutes * MINUTE_MS;
        const judgement = judge({ createdAt: NOON, direction }, closing(...prices), now);
        if (judgement.state === 'waiting') expect(judgement.until).toBeGreaterThan(now);
      }),
    );
  });
});

describe('findLaterCloses', () => {
  const settlement: Settlement = {
    outcome: 'profit',
    level: 0,
    closes: [
      { at: NOON + 5 * MINUTE_MS, price: 1.1 },
      { at: NOON + 10 * MINUTE_MS, price: 1.2 },
    ],
    source: 'simulated',
    fetchedAt: NOON,
    settledAt: NOON,
  };
  const won = { createdAt: NOON, settlement };

  it('returns null until the last level has ended', () => {
    const closes = closing(1.1, 1.2, 1.3, 1.2, 1.1);
    expect(findLaterCloses(won, closes, { now: NOON + 24 * MINUTE_MS, rules })).toBeNull();
    expect(findLaterCloses(won, closes, { now: NOON + 25 * MINUTE_MS, rules })).toEqual([
      { at: NOON + 15 * MINUTE_MS, price: 1.3 },
      { at: NOON + 20 * MINUTE_MS, price: 1.2 },
      { at: NOON + 25 * MINUTE_MS, price: 1.1 },
    ]);
  });

  it('reports a close as missing ten minutes after its time', () => {
    const closes = closing(1.1, 1.2, 1.3, 1.2);
    expect(findLaterCloses(won, closes, { now: NOON + 34 * MINUTE_MS, rules })).toBeNull();
    expect(findLaterCloses(won, closes, { now: NOON + 35 * MINUTE_MS, rules })?.at(-1)).toEqual({
      at: NOON + 25 * MINUTE_MS,
      price: null,
      reason: NO_CLOSE.missing,
    });
  });

  it('returns an empty list if all levels were played', () => {
    const lost = judge(call, closing(5, 4, 3, 2, 1), HALF_AN_HOUR);
    if (lost.state === 'waiting') throw new Error('Half an hour decides it');
    const closes = [...lost.closes];
    const all = { createdAt: NOON, settlement: { ...settlement, closes } };
    expect(findLaterCloses(all, closing(), { now: HALF_AN_HOUR, rules })).toEqual([]);
  });
});

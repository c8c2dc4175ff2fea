import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/ended';
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

/** These tests tell of a ladder of four levels. */
const rules = LADDER_RULES;
const judge = (signal: Pick<Signal, 'createdAt' | 'direction'>, closeAt: CloseAt, now: number) =>
  judgeBy(signal, closeAt, { now, rules });
const play = (direction: Direction, closes: readonly (number | null)[]) =>
  playBy(direction, closes, rules);

const call = { createdAt: NOON, direction: 'CALL' } as const;
const put = { createdAt: NOON, direction: 'PUT' } as const;

/** Closes five, ten … minutes after the slot; null where there is no candle. */
const closing =
  (...prices: readonly (number | null)[]): CloseAt =>
  (time) =>
    prices[(time - NOON) / SLOT_MS - 1] ?? NO_CLOSE.missing;

const HALF_AN_HOUR = NOON + 30 * MINUTE_MS;

describe('a signal is judged on stored closes', () => {
  it('enters its first level five minutes after the slot, not at the slot', () => {
    expect(listCloseTimes(NOON, rules).map((time) => (time - NOON) / MINUTE_MS)).toEqual([
      5, 10, 15, 20, 25,
    ]);
  });

  it('settles a CALL whose first level closes higher as won at level 0', () => {
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

  it('settles a PUT whose first level closes lower as won at level 0', () => {
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

  it('waits for one that is stored and can’t be read, as long as it may be revealed', () => {
    const closes: CloseAt = (time) =>
      time === NOON + 5 * MINUTE_MS ? NO_CLOSE.unreadable : closing(1.1, 1.2)(time);
    const last = NOON + REVEAL_TIMEOUT_MS;
    expect(judge(call, closes, last)).toMatchObject({ state: 'waiting' });
    expect(judge(call, closes, last + 1)).toMatchObject({ outcome: 'loss' });
  });

  it('plays the next level after a lost one', () => {
    expect(judge(call, closing(1.1, 1.09, 1.08, 1.085), HALF_AN_HOUR)).toMatchObject({
      outcome: 'profit',
      level: 2,
    });
  });

  it('returns the stake of a flat later level and plays the next', () => {
    expect(judge(call, closing(1.1, 1.09, 1.09, 1.095), HALF_AN_HOUR)).toMatchObject({
      outcome: 'profit',
      level: 2,
    });
  });

  it('settles as loss when no level wins', () => {
    expect(judge(call, closing(1.1, 1.09, 1.08, 1.07, 1.06), HALF_AN_HOUR)).toMatchObject({
      outcome: 'loss',
      level: null,
    });
  });

  it('plays as many levels as the record has that it was published in', () => {
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

  it('settles as loss when the levels after a lost one are all flat', () => {
    expect(judge(call, closing(1.1, 1.09, 1.09, 1.09, 1.09), HALF_AN_HOUR)).toMatchObject({
      outcome: 'loss',
    });
  });

  it('lets no outcome be known before the exit of the level that decides it', () => {
    expect(judge(call, closing(1.1, 1.2), NOON + 10 * MINUTE_MS - 1)).toEqual({
      state: 'waiting',
      until: NOON + 10 * MINUTE_MS,
    });
  });
});

describe('a candle that is missing', () => {
  const lateExit = closing(1.1, null, 1.2);

  it('is waited for', () => {
    expect(judge(call, lateExit, NOON + 12 * MINUTE_MS)).toEqual({
      state: 'waiting',
      until: NOON + 10 * MINUTE_MS + LATE_CANDLE_GRACE_MS,
    });
  });

  it('is judged as if it had been there when it comes late', () => {
    expect(judge(call, closing(1.1, 1.11), NOON + 19 * MINUTE_MS)).toMatchObject({
      outcome: 'profit',
      level: 0,
    });
  });

  it('counts as flat after ten minutes, with the reason: break-even on the first level', () => {
    expect(judge(call, lateExit, NOON + 20 * MINUTE_MS)).toMatchObject({
      outcome: 'break-even',
      closes: [
        { at: NOON + 5 * MINUTE_MS, price: 1.1 },
        { at: NOON + 10 * MINUTE_MS, price: null, reason: 'The source has no candle' },
      ],
    });
  });

  it('counts as flat after ten minutes: the next level is played on a later one', () => {
    const closes = closing(1.1, 1.09, null, 1.08, 1.085);
    expect(judge(call, closes, HALF_AN_HOUR)).toMatchObject({ outcome: 'profit', level: 3 });
  });
});

describe('a jump that was read once', () => {
  const jumped =
    (firstReadAt: number): CloseAt =>
    (time) =>
      time === NOON + 10 * MINUTE_MS ? { firstReadAt } : 1.1;

  it('has ten minutes from its first reading on for a second one, however late that was', () => {
    const hour = NOON + 60 * MINUTE_MS;
    const until = hour + LATE_CANDLE_GRACE_MS;
    expect(judge(call, jumped(hour), hour)).toEqual({ state: 'waiting', until });
    expect(judge(call, jumped(hour), until)).toMatchObject({
      outcome: 'break-even',
      closes: [{ price: 1.1 }, { price: null, reason: NO_CLOSE.doubtful }],
    });
  });

  it('is flat where the commitment could be revealed too late', () => {
    const last = NOON + REVEAL_TIMEOUT_MS - SLOT_MS;
    expect(judge(call, jumped(last - 1), last - 1)).toEqual({ state: 'waiting', until: last });
    expect(judge(call, jumped(last), last)).toMatchObject({ outcome: 'break-even' });
  });
});

describe('a commitment that was not revealed in time', () => {
  it('counts as a loss, even where the market would have won it', () => {
    const late = NOON + REVEAL_TIMEOUT_MS + 1;
    expect(judge(call, closing(1.1, 1.2), late)).toMatchObject({ outcome: 'loss', level: null });
    expect(judge(call, closing(1.1, 1.2), late - 1)).toMatchObject({ outcome: 'profit' });
  });
});

const directions = fc.constantFrom<Direction>('CALL', 'PUT');
const closes = fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 5, maxLength: 5 });

/** A price as a source writes it: up to 15 digits, the point anywhere. */
const written = fc
  .tuple(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.integer({ min: 1, max: 8 }))
  .map(([digits, places]) => {
    const text = digits.toString().padStart(places + 1, '0');
    return { text: `${text.slice(0, -places)}.${text.slice(-places)}`, digits, places };
  });

describe('prices are compared as they are written', () => {
  it('to the last of 15 digits, without a rounding error of binary fractions', () => {
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
          const said = rise > 0n ? 'profit' : ticks === 0n ? 'break-even' : undefined;
          expect(verdict?.outcome).toBe(said);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('also where their difference is no exact binary fraction: 0.3 is not above 0.1 + 0.2', () => {
    expect(play('CALL', [0.3, Number('0.3')])).toEqual({ outcome: 'break-even', level: null });
    expect(play('CALL', [1.10001, 1.10002])).toEqual({ outcome: 'profit', level: 0 });
  });
});

describe('whatever the market does', () => {
  it('every signal ends once its five closes are known', () => {
    fc.assert(
      fc.property(directions, closes, (direction, prices) => {
        expect(play(direction, prices)).not.toBeNull();
      }),
    );
  });

  it('a verdict never changes with what the market does afterwards', () => {
    fc.assert(
      fc.property(directions, closes, fc.nat(5), (direction, prices, known) => {
        const early = play(direction, prices.slice(0, known));
        if (early) expect(play(direction, prices)).toEqual(early);
      }),
    );
  });

  it('judging late gives what judging at once gave', () => {
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

  it('CALL and PUT never both win a level', () => {
    fc.assert(
      fc.property(closes, (prices) => {
        const [up, down] = [play('CALL', prices), play('PUT', prices)];
        if (up?.outcome === 'profit' && down?.outcome === 'profit')
          expect(up.level).not.toBe(down.level);
      }),
    );
  });

  it('a waiting signal says when to look again, always later', () => {
    fc.assert(
      fc.property(directions, closes, fc.nat(60), (direction, prices, minutes) => {
        const now = NOON + minutes * MINUTE_MS;
        const judgement = judge({ createdAt: NOON, direction }, closing(...prices), now);
        if (judgement.state === 'waiting') expect(judgement.until).toBeGreaterThan(now);
      }),
    );
  });
});

describe('the closes of levels that were not needed', () => {
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

  it('are waited for until the last is over', () => {
    const closes = closing(1.1, 1.2, 1.3, 1.2, 1.1);
    expect(findLaterCloses(won, closes, { now: NOON + 24 * MINUTE_MS, rules })).toBeNull();
    expect(findLaterCloses(won, closes, { now: NOON + 25 * MINUTE_MS, rules })).toEqual([
      { at: NOON + 15 * MINUTE_MS, price: 1.3 },
      { at: NOON + 20 * MINUTE_MS, price: 1.2 },
      { at: NOON + 25 * MINUTE_MS, price: 1.1 },
    ]);
  });

  it('are missing, with the reason, where the source has none ten minutes later', () => {
    const closes = closing(1.1, 1.2, 1.3, 1.2);
    expect(findLaterCloses(won, closes, { now: NOON + 34 * MINUTE_MS, rules })).toBeNull();
    expect(findLaterCloses(won, closes, { now: NOON + 35 * MINUTE_MS, rules })?.at(-1)).toEqual({
      at: NOON + 25 * MINUTE_MS,
      price: null,
      reason: NO_CLOSE.missing,
    });
  });

  it('are none where all levels were needed', () => {
    const lost = judge(call, closing(5, 4, 3, 2, 1), HALF_AN_HOUR);
    if (lost.state === 'waiting') throw new Error('Half an hour decides it');
    const closes = [...lost.closes];
    const all = { createdAt: NOON, settlement: { ...settlement, closes } };
    expect(findLaterCloses(all, closing(), { now: HALF_AN_HOUR, rules })).toEqual([]);
  });
});

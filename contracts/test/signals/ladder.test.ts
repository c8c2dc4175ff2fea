import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getLevelResults } from '../../src/bots/results';
import { slotId } from '../../src/core/slots';
import {
  type SignalEnd,
  toSignalEndFromLedger,
  toSignalEnd,
  REVEAL_TIMEOUT_MS,
} from '../../src/signals/signalEnd';
import {
  countLadder,
  computeLadderResult as ladderResultBy,
  computeMartingaleCost,
  EMPTY_LADDER_COUNTERS,
} from '../../src/signals/ladderResult';
import { evaluateLadder, LADDER_LOSS } from '../../src/signals/ladder';
import { LADDER_RULES } from '../../src/signals/rules';

/** A ladder of four levels. */
const rules = LADDER_RULES;
const ladderResult = (ended: SignalEnd) => ladderResultBy(ended, rules);

const closes = (...prices: readonly (number | null)[]) => prices.map((price) => ({ price }));
const won = (level: 0 | 1 | 2 | 3, ...prices: readonly number[]): SignalEnd => ({
  outcome: 'profit',
  level,
  closes: closes(...prices),
});
const lost: SignalEnd = { outcome: 'loss', level: null, closes: closes(5, 4, 3, 2, 1) };
const even: SignalEnd = { outcome: 'break-even', level: null, closes: closes(1, 1) };

describe('ladder result in ten-thousandths of a first stake', () => {
  it('is the payout if the first entry wins', () => {
    expect(ladderResult(won(0, 1, 2))).toBe(8_000);
  });

  it('is a later level’s payout minus the stakes lost before it', () => {
    expect(ladderResult(won(1, 3, 2, 3))).toBe(17_600 - 10_000);
    expect(ladderResult(won(3, 5, 4, 3, 2, 3))).toBe(85_184 - 10_000 - 22_000 - 48_400);
  });

  it('ignores a flat level, which returns its stake', () => {
    expect(ladderResult(won(2, 3, 2, 2, 3))).toBe(38_720 - 10_000);
    expect(ladderResult({ ...lost, closes: closes(5, 4, null, 2, 1) })).toBe(-10_000 - 106_480);
  });

  it('is zero if the first level is flat, and minus all four stakes if all levels lose', () => {
    expect(ladderResult(even)).toBe(0);
    expect(ladderResult(lost)).toBe(Math.round(-10_000 * LADDER_LOSS));
  });
});

describe('ladder of a signal revealed late', () => {
  const all = -10_000 - 22_000 - 48_400 - 106_480;
  const SLOT = Date.UTC(2026, 10, 20, 12);
  const settledAt = (at: number, ...prices: readonly (number | null)[]): SignalEnd =>
    toSignalEnd(SLOT, { ...lost, closes: closes(...prices) }, at);
  const late = (...prices: readonly (number | null)[]) =>
    settledAt(SLOT + REVEAL_TIMEOUT_MS + 1, ...prices);

  it('costs all four stakes whatever its closes', () => {
    expect(ladderResult(late(null, null, null, null, null))).toBe(all);
    expect(ladderResult(late(1, 1, 2, 3, 4))).toBe(all);
    expect(ladderResult(late(5, 4, 4, 5, null))).toBe(all);
    expect(ladderResult(late(1, 2, 3, 4, 5))).toBe(all);
    expect(ladderResult(late(5, 4, null, null, null))).toBe(all);
    expect(ladderResult(late(1, 2, 2, 3, 4))).toBe(all);
  });

  it('costs only the levels its closes lost if it is revealed by the deadline', () => {
    expect(ladderResult(settledAt(SLOT + REVEAL_TIMEOUT_MS, 5, 4, null, null, null))).toBe(-10_000);
    expect(ladderResult(settledAt(SLOT + 30 * 60_000, 5, 4, 4, 3, 2))).toBe(
      -10_000 - 48_400 - 106_480,
    );
  });

  it('is late if its ledger entry is dated after the reveal deadline', () => {
    const entry = { slot: slotId(SLOT), ...lost };
    const at = (time: number) => new Date(time).toISOString();
    expect(
      toSignalEndFromLedger({ ...entry, at: at(SLOT + REVEAL_TIMEOUT_MS) }).isLate,
    ).toBeUndefined();
    expect(toSignalEndFromLedger({ ...entry, at: at(SLOT + REVEAL_TIMEOUT_MS + 1) }).isLate).toBe(
      true,
    );
  });

  it('loses every played level in paper results', () => {
    const signal = { id: slotId(SLOT), direction: 'CALL' } as const;
    const played = (ended: SignalEnd, levels = 4) =>
      getLevelResults(signal, ended, { side: 'signal', levels });
    expect(played(late(1, 2, 2, 3, 4))).toBe('LLLL');
    expect(played(late(5, 4, null, null, null), 2)).toBe('LL');
    expect(played(settledAt(SLOT + 30 * 60_000, 5, 4, null, null, null))).toBe('LFFF');
  });

  it('counts as a loss in the record', () => {
    const counters = { ...EMPTY_LADDER_COUNTERS };
    countLadder(counters, late(null, null, null, null, null), rules);
    expect(counters).toMatchObject({ result: all, drawdown: -all, worstStreak: 1 });
  });
});

describe('martingale cost', () => {
  const after = (...all: readonly SignalEnd[]) => {
    const counters = { ...EMPTY_LADDER_COUNTERS };
    for (const ended of all) countLadder(counters, ended, rules);
    return counters;
  };

  it('includes the worst losing streak, which a break-even doesn’t end', () => {
    expect(after(lost, even, lost, won(0, 1, 2), lost).worstStreak).toBe(2);
  });

  it('includes the drawdown, the largest stake and the results per signal and first entry', () => {
    const played = after(won(0, 1, 2), lost, won(1, 3, 2, 3));
    const cost = computeMartingaleCost(played, { settled: 3, won: 1, flat: 0 }, rules);
    expect(cost.drawdown).toBeCloseTo(LADDER_LOSS, 9);
    expect(cost.largestStake).toBe(10.648);
    expect(cost.resultPerSignal).toBeCloseTo((0.8 - LADDER_LOSS + 0.76) / 3, 9);
    expect(cost.resultPerFirstEntry).toBeCloseTo((0.8 - 2) / 3, 9);
  });

  it('has no averages without signals', () => {
    const cost = computeMartingaleCost(
      EMPTY_LADDER_COUNTERS,
      { settled: 0, won: 0, flat: 0 },
      rules,
    );
    expect(cost).toMatchObject({
      resultPerSignal: null,
      resultPerFirstEntry: null,
      largestStake: 0,
    });
  });

  it('is independent of signal order', () => {
    const price = fc.option(fc.integer({ min: 1, max: 3 }));
    const signal = fc
      .tuple(fc.array(price, { minLength: 5, maxLength: 5 }), fc.constantFrom('CALL', 'PUT'))
      .map(([prices, direction]): SignalEnd => {
        const verdict = evaluateLadder(direction, prices, rules);
        if (!verdict) throw new Error('Five closes decide every signal');
        return { ...verdict, closes: closes(...prices) };
      });
    fc.assert(
      fc.property(fc.array(signal), (all) => {
        const sum = all.reduce((total, ended) => total + ladderResult(ended), 0);
        expect(after(...all.toReversed()).result).toBe(sum);
        expect(after(...all).result).toBe(sum);
      }),
    );
  });
});

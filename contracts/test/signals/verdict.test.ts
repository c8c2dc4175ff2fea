import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeLadderResult } from '../../src/signals/ladderResult';
import { computeBreakEven } from '../../src/signals/ladder';
import { STATED_PAYOUT } from '../../src/signals/payout';
import { LADDER_RULES } from '../../src/signals/rules';
import { getVerdict, SPREAD_COST_POINTS, downgradePays } from '../../src/signals/verdict';
import { describeVerdict } from '../../src/signals/verdictText';

const odds = (value: number, low: number, high: number, confidence = 93) => ({
  firstEntry: { value, low, high },
  confidence: { value: confidence, low: confidence - 1, high: confidence + 1 },
});

const payouts = fc.double({ min: 0.1, max: 2, noNaN: true });

/** Consistent odds: the value lies in its interval, and the ladder wins at least as often as its first entry. */
const stated = fc
  .tuple(...Array.from({ length: 4 }, () => fc.double({ min: 0, max: 100, noNaN: true })))
  .map((drawn) => {
    const [low = 0, value = 0, high = 0, confidence = 0] = drawn.sort((a, b) => a - b);
    return odds(value, low, high, confidence);
  });

type LevelResult = 'won' | 'lost' | 'flat';

/** Every possible course of a ladder with its probability. `later` applies to levels after the first. */
function* ladders(
  chances: Record<LevelResult, number>,
  later = chances,
  before: readonly LevelResult[] = [],
): Generator<{ levels: readonly LevelResult[]; chance: number }> {
  const last = before.at(-1);
  const isOver = last === 'won' || before.length === 4 || (last === 'flat' && before.length === 1);
  if (isOver) {
    const getChance = (result: LevelResult, at: number) => (at === 0 ? chances : later)[result];
    yield { levels: before, chance: before.reduce((all, one, at) => all * getChance(one, at), 1) };
    return;
  }
  for (const result of ['won', 'lost', 'flat'] as const)
    yield* ladders(chances, later, [...before, result]);
}

/** A played ladder's result in first stakes, as the record counts it. */
function computeResult(levels: readonly LevelResult[], payout: number): number {
  const step = { won: 1, lost: -1, flat: 0 };
  let price = 0;
  const closes = [{ price }, ...levels.map((result) => ({ price: (price += step[result]) }))];
  const won = levels.indexOf('won');
  const ended =
    won >= 0
      ? { outcome: 'profit' as const, level: won, closes }
      : {
          outcome: levels[0] === 'flat' ? ('break-even' as const) : ('loss' as const),
          level: null,
          closes,
        };
  return computeLadderResult(ended, { ...LADDER_RULES, payout }) / 10_000;
}

describe('downgradePays', () => {
  it('replaces “pays” if the record refutes it, and changes nothing else', () => {
    fc.assert(
      fc.property(stated, payouts, fc.boolean(), (one, payout, isRefuted) => {
        const verdict = getVerdict(one, payout);
        const withheld = downgradePays(verdict, isRefuted);
        if (isRefuted) expect(withheld.name).not.toBe('pays');
        if (!isRefuted || verdict.name !== 'pays') expect(withheld).toEqual(verdict);
        expect(withheld).toEqual({ ...verdict, name: withheld.name });
      }),
    );
  });
});

describe('signal verdict', () => {
  it('pays only if the interval, corrected for repeated looks, exceeds break-even plus spread', () => {
    expect(getVerdict(odds(59, 58.4, 60)).name).toBe('pays');
    expect(getVerdict(odds(59, 58.2, 60)).name).toBe('unclear');
    fc.assert(
      fc.property(stated, payouts, (statedOdds, payout) => {
        const { name, needed } = getVerdict(statedOdds, payout);
        expect(needed).toBe(computeBreakEven(payout).firstEntry);
        if (name === 'pays')
          expect(statedOdds.firstEntry.low).toBeGreaterThan(needed + SPREAD_COST_POINTS);
      }),
    );
  });

  it('judges entries that move, because a flat one returns its stake', () => {
    const signalOdds = { ...odds(56, 55.9, 56.1), moves: 95 };
    expect(getVerdict(signalOdds).name).toBe('pays');
    expect(getVerdict(odds(56, 55.9, 56.1)).name).not.toBe('pays');
  });

  it('is “paper” only if the interval is below break-even and the ladder is expected to lose', () => {
    expect(getVerdict(odds(49.9, 48.4, 51.4)).name).toBe('paper');
    expect(getVerdict(odds(54, 52, 56)).name).toBe('unclear');
    fc.assert(
      fc.property(stated, payouts, (statedOdds, payout) => {
        const { name, needed, perFirstStake } = getVerdict(statedOdds, payout);
        expect(name === 'paper').toBe(statedOdds.firstEntry.high < needed && perFirstStake < 0);
      }),
    );
  });

  it('depends on the payout, the stated one by default', () => {
    const signalOdds = odds(54.9, 54.75, 55.3, 95);
    expect([0.8, 0.86, 0.92].map((payout) => getVerdict(signalOdds, payout).name)).toEqual([
      'paper',
      'unclear',
      'pays',
    ]);
    expect(getVerdict(signalOdds)).toEqual(getVerdict(signalOdds, STATED_PAYOUT));
  });

  it('never gets worse with a better payout', () => {
    const rank = { paper: 0, unclear: 1, pays: 2 };
    fc.assert(
      fc.property(stated, payouts, payouts, (statedOdds, one, other) => {
        const [worse, better] = [Math.min(one, other), Math.max(one, other)];
        const names = [
          getVerdict(statedOdds, worse).name,
          getVerdict(statedOdds, better).name,
        ] as const;
        expect(rank[names[1]]).toBeGreaterThanOrEqual(rank[names[0]]);
      }),
    );
  });

  it('computes the average result over every possible course of a ladder', () => {
    const chance = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(chance, chance, payouts, (right, moves, payout) => {
        const chances = { won: moves * right, lost: moves * (1 - right), flat: 1 - moves };
        let [within, result] = [0, 0];
        for (const { levels, chance: share } of ladders(chances)) {
          if (levels.includes('won')) within += share;
          result += share * computeResult(levels, payout);
        }
        const first = 100 * chances.won;
        const statedOdds = odds(first, first, first, 100 * within);
        expect(getVerdict(statedOdds, payout).perFirstStake).toBeCloseTo(result, 2);
      }),
    );
  });

  it('computes the average result if later levels have different odds', () => {
    const chance = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(chance, chance, chance, payouts, (right, rightLater, moves, payout) => {
        const getChances = (share: number) => ({
          won: moves * share,
          lost: moves * (1 - share),
          flat: 1 - moves,
        });
        const first = getChances(right);
        let [within, result] = [0, 0];
        for (const { levels, chance: share } of ladders(first, getChances(rightLater))) {
          if (levels.includes('won')) within += share;
          result += share * computeResult(levels, payout);
        }
        const won = 100 * first.won;
        const statedOdds = { ...odds(won, won, won, 100 * within), moves: 100 * moves };
        expect(getVerdict(statedOdds, payout).perFirstStake).toBeCloseTo(result, 3);
      }),
    );
  });

  it('expects a smaller loss if later levels win more often than the first', () => {
    const statedOdds = odds(49.2, 47.7, 50.7, 92.9);
    expect(getVerdict(statedOdds).perFirstStake).toBeCloseTo(-0.52, 2);
    expect(getVerdict({ ...statedOdds, moves: 98.5 }).perFirstStake).toBeCloseTo(-0.3, 2);
  });

  it('is described in cents per dollar at the member’s payout', () => {
    const sentence = (stated: Parameters<typeof getVerdict>[0], payout?: number) =>
      describeVerdict(getVerdict(stated, payout)).replace(/\u00A0/g, ' ');
    expect(sentence(odds(49.2, 47.7, 50.7, 90))).toBe(
      'At your 80% payout this loses 34 cents per $1 first stake on average. Use it on paper.',
    );
    expect(sentence(odds(60, 59.3, 60.7, 97), 0.85)).toMatch(
      /^By our figures, this earns \d+ cents per \$1 first stake on average at your 85% payout\.$/,
    );
    expect(sentence({ ...odds(60, 59.3, 60.7, 95), moves: 100 })).toBe(
      'By our figures, first entries alone pay at your 80% payout, but playing all levels loses 21 cents per $1 first stake on average.',
    );
    expect(sentence(odds(54, 52, 56))).toBe(
      'Not enough results to tell if this pays at your 80% payout. Use it on paper.',
    );
    const paper = { name: 'paper', payout: 0.8 } as const;
    expect(describeVerdict({ ...paper, perFirstStake: -0.004 })).toContain('less than a cent per');
    expect(describeVerdict({ ...paper, perFirstStake: -0.011 })).toContain('1 cent per');
    expect(describeVerdict({ ...paper, perFirstStake: -1.2 })).toContain('$1.20 per $1');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeLadderResult } from '../../src/signals/ladderResult';
import { computeBreakEven } from '../../src/signals/ladder';
import { STATED_PAYOUT } from '../../src/signals/payout';
import { LADDER_RULES } from '../../src/signals/rules';
import {
  getVerdict,
  describeVerdict,
  SPREAD_COST_POINTS,
  downgradePays,
} from '../../src/signals/verdict';

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

/** All ways in which a ladder's levels can end, with their probabilities; `later` are those after the first. */
function* ladders(
  chances: Record<LevelResult, number>,
  later = chances,
  before: readonly LevelResult[] = [],
): Generator<{ levels: readonly LevelResult[]; chance: number }> {
  const last = before.at(-1);
  const isOver = last === 'won' || before.length === 4 || (last === 'flat' && before.length === 1);
  if (isOver) {
    const chanceOf = (result: LevelResult, at: number) => (at === 0 ? chances : later)[result];
    yield { levels: before, chance: before.reduce((all, one, at) => all * chanceOf(one, at), 1) };
    return;
  }
  for (const result of ['won', 'lost', 'flat'] as const)
    yield* ladders(chances, later, [...before, result]);
}

/** A played ladder's result in first stakes, as the record counts it. */
function resultOf(levels: readonly LevelResult[], payout: number): number {
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

describe('a verdict while the record refutes “Pays”', () => {
  it('never says that it pays, and is the same otherwise', () => {
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

describe('the verdict on a signal', () => {
  it('pays only if the interval is above break-even after all looks and a spread', () => {
    expect(getVerdict(odds(59, 58.4, 60)).name).toBe('pays');
    expect(getVerdict(odds(59, 58.2, 60)).name).toBe('unclear');
    fc.assert(
      fc.property(stated, payouts, (said, payout) => {
        const { name, needed } = getVerdict(said, payout);
        expect(needed).toBe(computeBreakEven(payout).firstEntry);
        if (name === 'pays')
          expect(said.firstEntry.low).toBeGreaterThan(needed + SPREAD_COST_POINTS);
      }),
    );
  });

  it('judges entries that move, because a flat one returns its stake', () => {
    const signalOdds = { ...odds(56, 55.9, 56.1), moves: 95 };
    expect(getVerdict(signalOdds).name).toBe('pays');
    expect(getVerdict(odds(56, 55.9, 56.1)).name).not.toBe('pays');
  });

  it('is for paper only where the whole interval is below and the ladder is expected to lose', () => {
    expect(getVerdict(odds(49.9, 48.4, 51.4)).name).toBe('paper');
    expect(getVerdict(odds(54, 52, 56)).name).toBe('unclear');
    fc.assert(
      fc.property(stated, payouts, (said, payout) => {
        const { name, needed, perFirstStake } = getVerdict(said, payout);
        expect(name === 'paper').toBe(said.firstEntry.high < needed && perFirstStake < 0);
      }),
    );
  });

  it('follows the payout of the member’s own broker', () => {
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
      fc.property(stated, payouts, payouts, (said, one, other) => {
        const [worse, better] = [Math.min(one, other), Math.max(one, other)];
        const names = [getVerdict(said, worse).name, getVerdict(said, better).name] as const;
        expect(rank[names[1]]).toBeGreaterThanOrEqual(rank[names[0]]);
      }),
    );
  });

  it('expects what playing every course of the ladder gives on average', () => {
    const chance = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(chance, chance, payouts, (right, moves, payout) => {
        const chances = { won: moves * right, lost: moves * (1 - right), flat: 1 - moves };
        let [within, result] = [0, 0];
        for (const { levels, chance: share } of ladders(chances)) {
          if (levels.includes('won')) within += share;
          result += share * resultOf(levels, payout);
        }
        const first = 100 * chances.won;
        const said = odds(first, first, first, 100 * within);
        expect(getVerdict(said, payout).perFirstStake).toBeCloseTo(result, 2);
      }),
    );
  });

  it('expects it also where later levels win more or less often, by the share that moves', () => {
    const chance = fc.double({ min: 0.05, max: 0.95, noNaN: true });
    fc.assert(
      fc.property(chance, chance, chance, payouts, (right, rightLater, moves, payout) => {
        const chancesOf = (share: number) => ({
          won: moves * share,
          lost: moves * (1 - share),
          flat: 1 - moves,
        });
        const first = chancesOf(right);
        let [within, result] = [0, 0];
        for (const { levels, chance: share } of ladders(first, chancesOf(rightLater))) {
          if (levels.includes('won')) within += share;
          result += share * resultOf(levels, payout);
        }
        const won = 100 * first.won;
        const said = { ...odds(won, won, won, 100 * within), moves: 100 * moves };
        expect(getVerdict(said, payout).perFirstStake).toBeCloseTo(result, 3);
      }),
    );
  });

  it('loses less where later levels win more often than the first', () => {
    const said = odds(49.2, 47.7, 50.7, 92.9);
    expect(getVerdict(said).perFirstStake).toBeCloseTo(-0.52, 2);
    expect(getVerdict({ ...said, moves: 98.5 }).perFirstStake).toBeCloseTo(-0.3, 2);
  });

  it('says in cents per dollar what it means at the member’s payout', () => {
    const sentence = (stated: Parameters<typeof getVerdict>[0], payout?: number) =>
      describeVerdict(getVerdict(stated, payout)).replace(/\u00A0/g, ' ');
    expect(sentence(odds(49.2, 47.7, 50.7, 90))).toBe(
      'At your 80 % payout this loses 34 cents per $1 first stake on average. Use it on paper.',
    );
    expect(sentence(odds(60, 59.3, 60.7, 97), 0.85)).toMatch(
      /^By our figures, this earns \d+ cents per \$1 first stake on average at your 85 % payout\.$/,
    );
    expect(sentence({ ...odds(60, 59.3, 60.7, 95), moves: 100 })).toBe(
      'By our figures, first entries alone pay at your 80 % payout, but playing all levels loses 21 cents per $1 first stake on average.',
    );
    expect(sentence(odds(54, 52, 56))).toBe(
      'Not enough results to tell if this pays at your 80 % payout. Use it on paper.',
    );
    const paper = { name: 'paper', payout: 0.8 } as const;
    expect(describeVerdict({ ...paper, perFirstStake: -0.004 })).toContain('less than a cent per');
    expect(describeVerdict({ ...paper, perFirstStake: -0.011 })).toContain('1 cent per');
    expect(describeVerdict({ ...paper, perFirstStake: -1.2 })).toContain('$1.20 per $1');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRuinProbability, planLadder } from '../../src/settings/risk';
import { parseDesk } from '../../src/settings/typedDesk';

const TYPED = { balance: '200', leastStake: '1', signalsADay: '12', lostLadders: '2' };

const MULTIPLES = [1, 2.2, 4.84, 10.648];

/** Enumerates every possible week stake by stake, in cents. */
function enumerateWeek(week: {
  balance: number;
  firstStake: number;
  payout: number;
  signalsADay: number;
  lostLadders: number;
  wins: number;
  days: number;
}): number {
  const first = Math.round(week.firstStake * 100);
  const stakes = MULTIPLES.map((multiple) => Math.round(first * multiple));
  const play = (balance: number, day: number, signal: number, lost: number): number => {
    if (balance < first) return 1;
    if (day === week.days) return 0;
    if (signal === week.signalsADay || lost === week.lostLadders)
      return play(balance, day + 1, 0, 0);
    const level = (at: number, left: number): number => {
      const stake = stakes[at];
      if (stake === undefined) return play(left, day, signal + 1, lost + 1);
      if (left < stake) return 1;
      const won = play(left + Math.round(stake * week.payout), day, signal + 1, lost);
      return week.wins * won + (1 - week.wins) * level(at + 1, left - stake);
    };
    return level(0, balance);
  };
  return play(Math.round(week.balance * 100), 0, 0, 0);
}

const weeks = fc.record({
  balance: fc.integer({ min: 1, max: 6000 }).map((cents) => cents / 100),
  firstStake: fc.integer({ min: 1, max: 100 }).map((cents) => cents / 100),
  payout: fc.integer({ min: 10, max: 200 }).map((percent) => percent / 100),
  signalsADay: fc.integer({ min: 1, max: 3 }),
  lostLadders: fc.integer({ min: 1, max: 2 }),
  wins: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  days: fc.integer({ min: 1, max: 2 }),
});

describe('computeRuinProbability', () => {
  it('matches a full enumeration of the week', () => {
    fc.assert(
      fc.property(weeks, (week) => {
        expect(computeRuinProbability(week)).toBeCloseTo(enumerateWeek(week), 9);
      }),
      { numRuns: 60 },
    );
  });

  it('never grows with the balance, and is zero if the balance covers every loss', () => {
    fc.assert(
      fc.property(weeks, fc.integer({ min: 0, max: 3000 }), (week, more) => {
        const richer = { ...week, balance: week.balance + more / 100 };
        expect(computeRuinProbability(richer)).toBeLessThanOrEqual(
          computeRuinProbability(week) + 1e-9,
        );
      }),
    );
    const ladder = 18.69;
    const week = { firstStake: 1, payout: 0.8, signalsADay: 30, lostLadders: 2 };
    expect(computeRuinProbability({ ...week, balance: 10 * ladder + 1 })).toBe(0);
  });

  it('includes ladders won at a level that doesn’t recover the earlier stakes', () => {
    const week = {
      balance: 25,
      firstStake: 1,
      payout: 0.1,
      signalsADay: 3,
      lostLadders: 1,
      wins: 0.3,
      days: 1,
    };
    expect(computeRuinProbability(week)).toBeCloseTo(enumerateWeek(week), 9);
    expect(computeRuinProbability(week)).toBeGreaterThan(0);
  });

  it('is high for a $20 balance with $1 stakes, and 1 below one stake', () => {
    const week = { balance: 20, firstStake: 1, payout: 0.8, signalsADay: 30, lostLadders: 3 };
    expect(computeRuinProbability({ ...week, days: 1 })).toBeGreaterThan(0.59);
    expect(computeRuinProbability(week)).toBeGreaterThan(0.9);
    expect(computeRuinProbability({ ...week, balance: 0.5 })).toBe(1);
  });
});

describe('planLadder', () => {
  it('risks two percent of the balance, or more if the minimum stake requires it', () => {
    expect(planLadder({ balance: 1000, leastStake: 1 })).toMatchObject({
      firstStake: 1.07,
      stakes: [1.07, 2.35, 5.18, 11.39],
      totalStake: 19.99,
    });
    const small = planLadder({ balance: 20, leastStake: 1 });
    expect(small).toMatchObject({ firstStake: 1, totalStake: 18.69 });
    expect(small.share).toBeCloseTo(0.9345, 4);
  });

  it('never risks more than two percent above the minimum stake', () => {
    const cents = (most: number) => fc.integer({ min: 1, max: most }).map((amount) => amount / 100);
    fc.assert(
      fc.property(cents(10_000_000), cents(10_000), (balance, leastStake) => {
        const { firstStake, share } = planLadder({ balance, leastStake });
        expect(firstStake).toBeGreaterThanOrEqual(leastStake);
        // Rounded stakes may be up to half a cent a level above.
        if (firstStake > leastStake) expect(share * balance).toBeLessThan(0.02 * balance + 0.02);
      }),
    );
  });
});

describe('parseDesk', () => {
  it('accepts figures within the limits and explains the others', () => {
    expect(parseDesk(TYPED)).toEqual({
      figures: { balance: 200, leastStake: 1, signalsADay: 12, lostLadders: 2 },
      problems: {},
    });
    const money = 'Enter an amount from $0.01 to $1,000,000';
    expect(
      parseDesk({ balance: '', leastStake: '−1', signalsADay: '31', lostLadders: '0,5' }),
    ).toEqual({
      figures: null,
      problems: {
        balance: money,
        leastStake: money,
        signalsADay: 'Enter 1 to 30 signals a day',
        lostLadders: 'Enter 1 to 5 lost ladders',
      },
    });
  });

  it('reads common money formats and asks about ambiguous ones', () => {
    expect(parseDesk({ ...TYPED, balance: '1.200,50', leastStake: '$0,50' }).figures).toMatchObject(
      {
        balance: 1200.5,
        leastStake: 0.5,
      },
    );
    expect(parseDesk({ ...TYPED, balance: '1,200' })).toEqual({
      figures: null,
      problems: { balance: 'Is this 1200 or 1.2? Write 1200 or 1.20.' },
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getDecisionBucket,
  getMedianBound,
  getStepPercent,
  type MemberWeek,
  sumStep,
  toWeekRows,
} from '../../src/console/memberWeeks';
import { HOUR_MS, MINUTE_MS } from '../../src/core/time';

const countClasses = (times: readonly number[]) => {
  const counts: Record<string, number> = {};
  for (const name of times.map(getDecisionBucket)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const STEPS = {
  opened: 100,
  signedUp: 40,
  confirmed: 20,
  brokerLinked: 10,
  proofSent: 8,
  approved: 6,
  activeAfter7: null,
  activeAfter28: null,
} as const;

const buildWeek = (steps: Partial<MemberWeek['steps']> = {}): MemberWeek => ({
  week: '2026-W40',
  steps: { ...STEPS, ...steps },
  decisions: {},
});

describe('getMedianBound', () => {
  it('returns the upper bound of the bucket that contains the median', () => {
    const times = fc.array(fc.integer({ min: 0, max: 400 * HOUR_MS }), { minLength: 1 });
    fc.assert(
      fc.property(times, (all) => {
        const sorted = [...all].sort((a, b) => a - b);
        const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
        const bound = getMedianBound(countClasses(all)) ?? -1;
        expect(bound).toBeGreaterThanOrEqual(median);
        expect(getDecisionBucket(bound)).toBe(getDecisionBucket(median));
      }),
    );
  });

  it('returns null without decisions and Infinity for the last bucket', () => {
    expect(getMedianBound({})).toBeNull();
    expect(getMedianBound({ longer: 3, to300000: 1 })).toBe(Infinity);
  });
});

describe('member funnel', () => {
  it('sums a step over the weeks that count it', () => {
    const weeks = [buildWeek(), buildWeek({ opened: null }), buildWeek({ activeAfter7: 5 })];
    expect(sumStep(weeks, 'opened')).toBe(200);
    expect(sumStep(weeks, 'activeAfter28')).toBeNull();
  });

  it('compares a step with the previous one, and activity with confirmed sign-ups', () => {
    const weeks = [buildWeek({ activeAfter7: 5 }), buildWeek()];
    expect(getStepPercent(weeks, 'opened')).toBeNull();
    expect(getStepPercent(weeks, 'signedUp')).toBe(40);
    expect(getStepPercent(weeks, 'activeAfter7')).toBe(25);
    expect(getStepPercent([buildWeek({ confirmed: 0 })], 'brokerLinked')).toBeNull();
  });

  it('exports each week with its decision count and median in minutes', () => {
    const decisions = countClasses([4 * MINUTE_MS, 9 * MINUTE_MS, 2 * HOUR_MS]);
    const [head, row] = toWeekRows([{ ...buildWeek(), decisions }]);
    expect(head).toHaveLength(11);
    expect(row).toEqual(['2026-W40', 100, 40, 20, 10, 8, 6, null, null, 3, 10]);
  });
});

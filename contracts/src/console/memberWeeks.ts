import * as z from 'zod/mini';
import type { CsvValue } from '../core/csv';
import { countSchema } from '../core/countSchema';
import { HOUR_MS, MINUTE_MS } from '../core/time';

/** In the order in which members reach them. */
export const FUNNEL_STEPS = [
  'opened',
  'signedUp',
  'confirmed',
  'brokerLinked',
  'proofSent',
  'approved',
  'activeAfter7',
  'activeAfter28',
] as const;

export type FunnelStep = (typeof FUNNEL_STEPS)[number];

export const STEP_NAMES: Readonly<Record<FunnelStep, string>> = {
  opened: 'Opened the sign-up page',
  signedUp: 'Signed up',
  confirmed: 'Confirmed',
  brokerLinked: 'Broker linked',
  proofSent: 'Proof sent',
  approved: 'Proof approved',
  activeAfter7: 'Active after 7 days',
  activeAfter28: 'Active after 28 days',
};

/** The page shows this many weeks, and the nightly job recounts them. */
export const FUNNEL_WEEKS = 12;

const DECISION_BUCKETS_MS = [
  ...[5, 10, 15, 20, 30, 45].map((minutes) => minutes * MINUTE_MS),
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18, 24, 36, 48, 72, 120, 168].map((hours) => hours * HOUR_MS),
] as const;

export const decisionTimesSchema = z.record(z.string(), countSchema);

/** Counts by duration. Keys are upper bounds: `to300000` (ms), and `longer` beyond a week. */
export type DecisionTimes = z.infer<typeof decisionTimesSchema>;

export const getDecisionBucket = (ms: number): string => {
  const bound = DECISION_BUCKETS_MS.find((limit) => ms <= limit);
  return bound === undefined ? 'longer' : `to${bound}`;
};

/** Upper bound (ms) of the median's bucket. Infinity beyond a week, null without decisions. */
export function getMedianBound(decisions: DecisionTimes): number | null {
  const buckets = [...DECISION_BUCKETS_MS, Infinity].map((bound) => ({
    bound,
    count: decisions[bound === Infinity ? 'longer' : `to${bound}`] ?? 0,
  }));
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let cumulative = 0;
  for (const { bound, count } of buckets) {
    cumulative += count;
    if (cumulative * 2 >= total) return bound;
  }
  return Infinity;
}

export const mergeDecisions = (list: readonly DecisionTimes[]): DecisionTimes => {
  const merged: Record<string, number> = {};
  for (const decisions of list)
    for (const [name, count] of Object.entries(decisions))
      merged[name] = (merged[name] ?? 0) + count;
  return merged;
};

// Null until it is counted.
const stepSchema = z.nullable(countSchema);

export const memberWeekSchema = z.object({
  /** `2026-W48`, Monday to Sunday in Lagos. */
  week: z.string(),
  steps: z.object({
    opened: stepSchema,
    signedUp: stepSchema,
    confirmed: stepSchema,
    brokerLinked: stepSchema,
    proofSent: stepSchema,
    approved: stepSchema,
    activeAfter7: stepSchema,
    activeAfter28: stepSchema,
  }),
  decisions: decisionTimesSchema,
});

export type MemberWeek = z.infer<typeof memberWeekSchema>;

export const memberFiguresSchema = z.object({
  /** Oldest first, up to the current week. */
  weeks: z.array(memberWeekSchema),
  countedAt: z.nullable(z.iso.datetime()),
  ticketsOpen: countSchema,
  ticketsAnswered: countSchema,
  devices: countSchema,
  demonstration: z.boolean(),
});

export type MemberFigures = z.infer<typeof memberFiguresSchema>;

/** Skips weeks in which the step isn't counted. Null if none is left. */
export function sumStep(weeks: readonly MemberWeek[], step: FunnelStep): number | null {
  const counts = weeks.flatMap(({ steps }) => steps[step] ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** These count members who confirmed in that week. The other steps count events of the week. */
const COHORT_STEPS: readonly FunnelStep[] = ['activeAfter7', 'activeAfter28'];

/**
 * Percent of the previous step; for {@link COHORT_STEPS}, of `confirmed`. Uses only weeks that have
 * both counts. Null if the previous step's total is 0 or unknown.
 */
export function getStepPercent(weeks: readonly MemberWeek[], step: FunnelStep): number | null {
  const previousStep = COHORT_STEPS.includes(step)
    ? 'confirmed'
    : FUNNEL_STEPS[FUNNEL_STEPS.indexOf(step) - 1];
  if (previousStep === undefined) return null;
  const countedWeeks = weeks.filter(
    ({ steps }) => steps[step] !== null && steps[previousStep] !== null,
  );
  const basis = sumStep(countedWeeks, previousStep);
  const count = sumStep(countedWeeks, step);
  return basis === null || count === null || basis === 0 ? null : (100 * count) / basis;
}

const toMinutes = (ms: number | null): CsvValue => {
  if (ms === null) return null;
  return ms === Infinity ? 'over a week' : ms / MINUTE_MS;
};

const DECISION_COLUMNS = ['Decisions', 'Median minutes to decision (at most)'] as const;

export const toWeekRows = (weeks: readonly MemberWeek[]): CsvValue[][] => [
  ['Week', ...FUNNEL_STEPS.map((step) => STEP_NAMES[step]), ...DECISION_COLUMNS],
  ...weeks.map(({ week, steps, decisions }) => [
    week,
    ...FUNNEL_STEPS.map((step) => steps[step]),
    Object.values(decisions).reduce((sum, count) => sum + count, 0),
    toMinutes(getMedianBound(decisions)),
  ]),
];

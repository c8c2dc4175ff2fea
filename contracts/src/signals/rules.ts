import * as z from 'zod/mini';
import { LEVELS, MAX_LEVELS, STAKE_FACTOR } from './ladder';
import { STATED_PAYOUT } from './payout';

const positive = z.number().check(z.gt(0));

/** The rules that a record's genesis states for all of its signals. */
export const ladderRulesSchema = /* @__PURE__ */ z
  .object({
    levels: z.int().check(z.gte(1), z.lte(MAX_LEVELS)),
    /** The stake of each level, as a multiple of the first. */
    stakes: z.array(positive),
    /** Profit on a won stake, as a share, in all stated figures: 0.8 is 80 %. */
    payout: positive,
  })
  .check(z.refine(({ levels, stakes }) => stakes.length === levels, 'Not one stake a level'));
export type LadderRules = Readonly<z.infer<typeof ladderRulesSchema>>;

/** Rounds to ten-thousandths of the first stake, the unit in which results are counted. */
const rounded = (stake: number): number => Math.round(stake * 10_000) / 10_000;

/** The rules of a new record. An existing one keeps the rules in its genesis. */
export const LADDER_RULES: LadderRules = {
  levels: LEVELS.length,
  stakes: LEVELS.map((level) => rounded(STAKE_FACTOR ** level)),
  payout: STATED_PAYOUT,
};

/** Whether two records have the same rules, so that a calibration of one applies to the other. */
export const isSameRules = (one: LadderRules, other: LadderRules): boolean =>
  one.levels === other.levels &&
  one.payout === other.payout &&
  one.stakes.every((stake, level) => stake === other.stakes[level]);

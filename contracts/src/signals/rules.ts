import * as z from 'zod/mini';
import { LEVELS, MAX_LEVELS, STAKE_FACTOR } from './ladder';
import { STATED_PAYOUT } from './payout';

const positiveSchema = z.number().check(z.gt(0));

/** Stated in a record's genesis, for all of its signals. */
export const ladderRulesSchema = /* @__PURE__ */ z
  .object({
    levels: z.int().check(z.gte(1), z.lte(MAX_LEVELS)),
    /** As multiples of the first stake. */
    stakes: z.array(positiveSchema),
    /** Profit on a won stake as a share, in all stated figures: 0.8 is 80 %. */
    payout: positiveSchema,
  })
  .check(z.refine(({ levels, stakes }) => stakes.length === levels, 'Not one stake a level'));
export type LadderRules = Readonly<z.infer<typeof ladderRulesSchema>>;

/** To ten-thousandths of the first stake, in which results are counted. */
const roundStake = (stake: number): number => Math.round(stake * 10_000) / 10_000;

/** For new records; an existing one keeps the rules in its genesis. */
export const LADDER_RULES: LadderRules = {
  levels: LEVELS.length,
  stakes: LEVELS.map((level) => roundStake(STAKE_FACTOR ** level)),
  payout: STATED_PAYOUT,
};

/** With the same rules, a calibration of one record applies to the other. */
export const isSameRules = (one: LadderRules, other: LadderRules): boolean =>
  one.levels === other.levels &&
  one.payout === other.payout &&
  one.stakes.every((stake, level) => stake === other.stakes[level]);

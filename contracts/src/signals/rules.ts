import * as z from 'zod/mini';
import { LEVELS, MAX_LEVELS, STAKE_FACTOR } from './ladder';
import { STATED_PAYOUT } from './payout';

const positiveSchema = z.number().check(z.gt(0));

export const ladderRulesSchema = z
  .object({
    levels: z.int().check(z.gte(1), z.lte(MAX_LEVELS)),
    stakes: z.array(positiveSchema),
    payout: positiveSchema,
  })
  .check(
    z.refine(({ levels, stakes }) => stakes.length === levels, 'Must have one stake per level'),
  );
export type LadderRules = Readonly<z.infer<typeof ladderRulesSchema>>;

const roundStake = (stake: number): number => Math.round(stake * 10_000) / 10_000;

/** For new records. Existing ones keep the rules in their genesis. */
export const LADDER_RULES: LadderRules = {
  levels: LEVELS.length,
  stakes: LEVELS.map((level) => roundStake(STAKE_FACTOR ** level)),
  payout: STATED_PAYOUT,
};

export const isSameRules = (a: LadderRules, b: LadderRules): boolean =>
  a.levels === b.levels &&
  a.payout === b.payout &&
  a.stakes.every((stake, level) => stake === b.stakes[level]);

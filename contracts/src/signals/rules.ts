import * as z from 'zod/mini';
import { LEVELS, MOST_LEVELS, STAKE_FACTOR, STATED_PAYOUT } from './play';

const positive = z.number().check(z.gt(0));

/** What signals are played by, as the genesis of a record states it for all of its signals. */
export const ladderRulesSchema = /* @__PURE__ */ z
  .object({
    levels: z.int().check(z.gte(1), z.lte(MOST_LEVELS)),
    /** The stake of each level, as a multiple of the first. */
    stakes: z.array(positive),
    /** What a won stake earns in all stated figures: 0.8 is 80 %. */
    payout: positive,
  })
  .check(z.refine(({ levels, stakes }) => stakes.length === levels, 'Not one stake a level'));
export type LadderRules = Readonly<z.infer<typeof ladderRulesSchema>>;

/** To ten-thousandths of the first stake, in which results are counted. */
const rounded = (stake: number): number => Math.round(stake * 10_000) / 10_000;

/** What a record is played by that begins today. One that has begun keeps what its genesis states. */
export const LADDER_RULES: LadderRules = {
  levels: LEVELS.length,
  stakes: LEVELS.map((level) => rounded(STAKE_FACTOR ** level)),
  payout: STATED_PAYOUT,
};

/**
 * What a record was played by whose genesis states nothing: all that began before a genesis did. These numbers are
 * written out and never follow the constants of today.
 */
export const UNSTATED_RULES: LadderRules = {
  levels: 4,
  stakes: [1, 2.2, 4.84, 10.648],
  payout: 0.8,
};

/** The rules that a genesis states, or that one without any has always meant. */
export const rulesOf = ({ rules }: { readonly rules?: LadderRules }): LadderRules =>
  rules ?? UNSTATED_RULES;

/** Whether two records are played alike, so that what is learnt for one holds for the other. */
export const isSameRules = (one: LadderRules, other: LadderRules): boolean =>
  one.levels === other.levels &&
  one.payout === other.payout &&
  one.stakes.every((stake, level) => stake === other.stakes[level]);

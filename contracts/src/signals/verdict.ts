import * as z from 'zod/mini';
import { breakEven, STATED_PAYOUT } from './play';
import { LADDER_RULES, type LadderRules } from './rules';
import type { Signal } from './signal';

/** What a signal is worth to a member, by its own stated odds: from worth entering to only worth watching. */
export const VERDICTS = ['pays', 'unclear', 'paper'] as const;

export const verdictNameSchema = z.enum(VERDICTS);

export type VerdictName = z.infer<typeof verdictNameSchema>;

/** Display names of the verdicts. */
export const VERDICT_WORDS: Readonly<Record<VerdictName, string>> = {
  pays: 'Pays',
  unclear: 'Unclear',
  paper: 'Paper only',
};

/** The odds that a signal states, in percent. */
export interface StatedOdds {
  readonly firstEntry: Signal['firstEntry'];
  /** That it wins within its levels; its interval decides nothing. */
  readonly confidence: Pick<Signal['confidence'], 'value'>;
}

/** A verdict with the figures behind it. */
export interface SignalVerdict {
  readonly name: VerdictName;
  /** The payout it was reached at, as a share. */
  readonly payout: number;
  /** The rate of won first entries, in percent, that breaks even at this payout. */
  readonly needed: number;
  /** Expected result of the whole ladder by the stated odds, in first stakes; negative for a loss. */
  readonly perFirstStake: number;
}

/**
 * Expected result of a ladder by the odds that a signal states, in first stakes. The odds don't say how often a level
 * is flat, so each level is taken to win (F), lose or be flat as often as the first, independently. The stated rate
 * within n levels, C = F + (m − F) (1 − (1 − F)^(n − 1)), then gives m, the share of first levels that aren't flat; a
 * level's stake earns F (1 + payout) − m, and level k is reached by (m − F) (1 − F)^(k − 1) of the signals.
 */
function expectedResult(
  { firstEntry, confidence }: StatedOdds,
  payout: number,
  { stakes, levels }: LadderRules,
): number {
  const [wins, within] = [firstEntry.value / 100, confidence.value / 100];
  const later = 1 - (1 - wins) ** (levels - 1);
  const goOn = later > 0 ? (within - wins) / later : 0;
  const moves = Math.min(1, Math.max(wins, within, wins + goOn));
  const staked = stakes.reduce(
    (sum, stake, level) =>
      sum + (level === 0 ? stake : stake * (moves - wins) * (1 - wins) ** (level - 1)),
    0,
  );
  return staked * (wins * (1 + payout) - moves);
}

/**
 * The verdict on a signal at a payout. It pays where the whole 95 % interval of its first entry is above the break-even
 * rate; it is for paper only where the whole interval is below and the expected result is a loss. A flat first entry
 * counts as not won, although it returns its stake, so "pays" errs towards caution.
 * @param payout profit on a won stake, as a share: 0.8 is 80 %
 */
export function verdictOf(
  odds: StatedOdds,
  payout: number = STATED_PAYOUT,
  rules: LadderRules = LADDER_RULES,
): SignalVerdict {
  const needed = breakEven(payout).firstEntry;
  const perFirstStake = expectedResult(odds, payout, rules);
  const { low, high } = odds.firstEntry;
  const losing = high < needed && perFirstStake < 0;
  const name = low > needed ? 'pays' : losing ? 'paper' : 'unclear';
  return { name, payout, needed, perFirstStake };
}

const oneDecimal = (value: number): string => value.toFixed(1);

/** `about 26 cents`; `less than a cent` below one. */
function centsText(stakes: number): string {
  const cents = Math.round(Math.abs(stakes) * 100);
  if (cents === 0) return 'less than a cent';
  return cents === 1 ? 'about 1 cent' : `about ${cents} cents`;
}

/** What a verdict means, in one sentence with its figures. */
export function verdictSentence(
  { name, needed, perFirstStake }: Omit<SignalVerdict, 'payout'>,
  { firstEntry }: Pick<StatedOdds, 'firstEntry'>,
): string {
  if (name === 'paper')
    return `By our own figures this loses ${centsText(perFirstStake)} of every first stake.`;
  const { value, low, high } = firstEntry;
  return name === 'pays'
    ? `By our figures it wins ${oneDecimal(value)} % of first entries; your broker’s payout needs ${oneDecimal(needed)}.`
    : `Our figures can’t tell: it wins ${oneDecimal(low)} to ${oneDecimal(high)} % of first entries; your broker’s payout needs ${oneDecimal(needed)}.`;
}

import * as z from 'zod/mini';
import { breakEven } from './ladder';
import { STATED_PAYOUT } from './payout';
import { LADDER_RULES, type LadderRules } from './rules';
import type { Signal } from './signal';

/** What a signal is worth to a member, by its own stated odds: from worth entering to only worth watching. */
export const VERDICTS = ['pays', 'unclear', 'paper'] as const;

export const verdictNameSchema = z.enum(VERDICTS);

export type VerdictName = z.infer<typeof verdictNameSchema>;

/** Display names of the verdicts. */
export const VERDICT_TEXT: Readonly<Record<VerdictName, string>> = {
  pays: 'Pays',
  unclear: 'Unclear',
  paper: 'Paper only',
};

/** The odds that a signal states, in percent. */
export interface StatedOdds {
  readonly firstEntry: Signal['firstEntry'];
  /** That it wins within its levels; its interval decides nothing. */
  readonly confidence: Pick<Signal['confidence'], 'value'>;
  /** That its first level isn't flat; absent where it isn't sealed, as in the ledger. */
  readonly moves?: Signal['moves'];
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

/** Rates, 0–1, of the levels of a ladder: that the first isn't flat, that it wins, that a later one wins once played. */
interface LevelRates {
  readonly moves: number;
  readonly first: number;
  readonly later: number;
}

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/**
 * The rates behind the stated odds. A signal goes on to its later levels where its first moved and lost, (m − F) of the
 * time, and then wins within n − 1 of them with C − F = (m − F) (1 − (1 − w)^(n − 1)), where F is the stated rate of the
 * first entry, C that within n levels, m the share of first levels that aren't flat, and w what each later level wins,
 * flat ones counted as not won. The ledger doesn't state m: there each level is taken to win as often as the first,
 * w = F, and the equation gives m, which makes the loss look larger.
 */
function ratesOf({ firstEntry, confidence, moves }: StatedOdds, levels: number): LevelRates {
  const [first, ladder] = [firstEntry.value / 100, confidence.value / 100];
  if (moves === undefined) {
    const later = 1 - (1 - first) ** (levels - 1);
    const goOn = later > 0 ? (ladder - first) / later : 0;
    return { moves: within(first + goOn, Math.max(first, ladder), 1), first, later: first };
  }
  const moved = within(moves / 100, Math.max(first, ladder), 1);
  const won = moved > first ? within((ladder - first) / (moved - first), 0, 1) : 0;
  const later = levels > 1 ? 1 - (1 - won) ** (1 / (levels - 1)) : 0;
  return { moves: moved, first, later };
}

/**
 * Expected result of a ladder by the odds that a signal states, in first stakes. A level's stake earns its rate × (1 +
 * payout) less the share of levels that aren't flat, which is the first's for all; level k is reached by
 * (m − F) (1 − w)^(k − 1) of the signals.
 */
function expectedResult(odds: StatedOdds, payout: number, { stakes, levels }: LadderRules): number {
  const { moves, first, later } = ratesOf(odds, levels);
  const earns = (rate: number) => rate * (1 + payout) - Math.max(moves, rate);
  return stakes.reduce((sum, stake, level) => {
    if (level === 0) return sum + stake * earns(first);
    return sum + stake * (moves - first) * (1 - later) ** (level - 1) * earns(later);
  }, 0);
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
    ? `By our figures it wins ${oneDecimal(value)} % of first entries; your broker’s payout breaks even at ${oneDecimal(needed)} %.`
    : `Our figures can’t tell: it wins ${oneDecimal(low)} to ${oneDecimal(high)} % of first entries; your broker’s payout breaks even at ${oneDecimal(needed)} %.`;
}

import type { DeskFigures } from './desk';
import { LADDER_RULES, type LadderRules } from '../signals/rules';

/** A member's own figures, by which the desk reckons. */
export interface Desk extends DeskFigures {
  /** As a share. */
  readonly payout: number;
}

/** Share of a balance that all levels of one signal together may cost. */
const SHARE_AT_RISK = 0.02;

/** Days of a week on which a currency market is open. */
const DAYS = 5;

const cents = (amount: number): number => Math.round(amount * 100);

/** The stakes of a ladder in cents, each rounded as a broker takes it. @param first in dollars */
const stakesInCents = (first: number, { stakes }: LadderRules): number[] =>
  stakes.map((stake) => Math.round(cents(first) * stake));

/** What a ladder costs a member, in dollars. */
export interface LadderPlan {
  readonly firstStake: number;
  /** The stake of each level. */
  readonly stakes: readonly number[];
  /** The cost of losing all levels. */
  readonly inAll: number;
  /** That cost as a share of the balance. */
  readonly share: number;
}

/**
 * The ladder for a balance: all its levels together cost two percent of it, or as little as the broker's least stake
 * allows.
 */
export function ladderPlan(
  { balance, leastStake }: Pick<Desk, 'balance' | 'leastStake'>,
  rules: LadderRules = LADDER_RULES,
): LadderPlan {
  const ladder = rules.stakes.reduce((sum, stake) => sum + stake, 0);
  const wanted = Math.floor((100 * SHARE_AT_RISK * balance) / ladder) / 100;
  const firstStake = Math.max(leastStake, wanted);
  const stakes = stakesInCents(firstStake, rules).map((stake) => stake / 100);
  const inAll = stakes.reduce((sum, stake) => sum + cents(stake), 0) / 100;
  return { firstStake, stakes, inAll, share: inAll / balance };
}

/** A ladder in whole units of money. */
interface UnitLadder {
  /** The cost of losing the levels up to and with each one. */
  readonly lost: readonly number[];
  /** The profit of winning at each level; negative where it doesn't make up for the levels before. */
  readonly won: readonly number[];
}

function unitLadder(stakes: readonly number[], payout: number): UnitLadder {
  const lost: number[] = [];
  const won: number[] = [];
  let before = 0;
  for (const stake of stakes) {
    won.push(Math.round(stake * payout) - before);
    before += stake;
    lost.push(before);
  }
  return { lost, won };
}

/** What the chance of an empty account depends on. */
export interface Week extends Pick<Desk, 'balance' | 'payout' | 'signalsADay' | 'lostLadders'> {
  /** In dollars. */
  readonly firstStake: number;
  /** Chance that a level wins, 0–1; a coin's by default. */
  readonly wins?: number;
  readonly days?: number;
}

/** Probabilities by the number of ladders lost today, then by the balance in units. */
type Masses = readonly Float64Array[];

/** Adds a probability to that of a balance; one beyond the last index can't be lost any more and isn't followed. */
function add(masses: Float64Array, balance: number, mass: number): void {
  if (balance < masses.length) masses[balance] = (masses[balance] ?? 0) + mass;
}

/** One more ladder of a day. @returns the probability that it empties the account */
function playLadder(from: Masses, to: Masses, { lost, won }: UnitLadder, wins: number): number {
  const [first = 0, all = 0] = [lost[0], lost.at(-1)];
  let emptied = 0;
  for (const [lostToday, masses] of from.entries()) {
    const [same, more] = [to[lostToday], to[lostToday + 1]];
    // By index: an iterator over thousands of balances takes ten times as long.
    for (let balance = 0; balance < masses.length; balance += 1) {
      const mass = masses[balance] ?? 0;
      if (mass === 0 || !same) continue;
      // Whoever lost as many ladders as end the day plays no more.
      if (!more) {
        add(same, balance, mass);
        continue;
      }
      let going = mass;
      for (let level = 0; level < lost.length && balance >= (lost[level] ?? 0); level += 1) {
        const after = balance + (won[level] ?? 0);
        if (after >= first) add(same, after, going * wins);
        else emptied += going * wins;
        going *= 1 - wins;
      }
      if (balance - all >= first) add(more, balance - all, going);
      else emptied += going;
    }
  }
  return emptied;
}

const massesOf = (size: number, lostLadders: number): Float64Array[] =>
  Array.from({ length: lostLadders + 1 }, () => new Float64Array(size));

/**
 * The probability (0–1) that within a week a balance can't pay the next stake of a ladder, if every signal of the day is
 * played with all its levels, up to as many lost ladders as end it. Exact, by dynamic programming over all balances that
 * can occur: levels win independently and are never flat; money is counted in cents, or in hundredths of the first
 * stake where that is more than a dollar.
 */
export function chanceOfEmptyAccount(
  { balance, payout, signalsADay, lostLadders, firstStake, wins = 0.5, days = DAYS }: Week,
  rules: LadderRules = LADDER_RULES,
): number {
  const unit = Math.max(1, cents(firstStake) / 100);
  const stakes = stakesInCents(firstStake, rules).map((stake) => Math.round(stake / unit));
  const ladder = unitLadder(stakes, payout);
  const [first = 0] = stakes;
  const start = Math.floor(cents(balance) / unit);
  if (start < first) return 1;
  // With this much nothing that can be lost in the days left empties the account: at a low payout won ladders cost too.
  const others = Math.max(0, signalsADay - lostLadders) * Math.max(0, -Math.min(...ladder.won));
  const size = days * (lostLadders * (ladder.lost.at(-1) ?? 0) + others) + first;
  if (start >= size) return 0;
  let [now, next] = [massesOf(size, lostLadders), massesOf(size, lostLadders)];
  const [fresh] = now;
  if (fresh) fresh[start] = 1;
  let emptied = 0;
  for (let day = 0; day < days; day += 1) {
    for (let signal = 0; signal < signalsADay; signal += 1) {
      for (const masses of next) masses.fill(0);
      emptied += playLadder(now, next, ladder, wins);
      [now, next] = [next, now];
    }
    const [whole, ...someLost] = now;
    for (const masses of someLost) {
      for (let at = 0; at < size; at += 1) if (whole) add(whole, at, masses[at] ?? 0);
      masses.fill(0);
    }
  }
  return Math.min(1, emptied);
}

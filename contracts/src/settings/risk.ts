import type { DeskFigures } from './desk';
import { LADDER_RULES, type LadderRules } from '../signals/rules';

export interface Desk extends DeskFigures {
  readonly payout: number;
}

/** Share of a balance that all levels of one signal together may cost. */
const SHARE_AT_RISK = 0.02;

const DAYS_PER_WEEK = 5;

const toCents = (amount: number): number => Math.round(amount * 100);

/** In cents, rounded as brokers do. `first` is in dollars. */
const toStakesInCents = (first: number, { stakes }: LadderRules): number[] =>
  stakes.map((stake) => Math.round(toCents(first) * stake));

/** In dollars. */
export interface LadderPlan {
  readonly firstStake: number;
  readonly stakes: readonly number[];
  readonly inAll: number;
  readonly share: number;
}

/**
 * All levels together cost two percent of the balance, or more if the broker's minimum stake is
 * higher.
 */
export function planLadder(
  { balance, leastStake }: Pick<Desk, 'balance' | 'leastStake'>,
  rules: LadderRules = LADDER_RULES,
): LadderPlan {
  const ladder = rules.stakes.reduce((sum, stake) => sum + stake, 0);
  const target = Math.floor((100 * SHARE_AT_RISK * balance) / ladder) / 100;
  const firstStake = Math.max(leastStake, target);
  const stakes = toStakesInCents(firstStake, rules).map((stake) => stake / 100);
  const inAll = stakes.reduce((sum, stake) => sum + toCents(stake), 0) / 100;
  return { firstStake, stakes, inAll, share: inAll / balance };
}

interface UnitLadder {
  readonly lost: readonly number[];
  readonly won: readonly number[];
}

function toUnitLadder(stakes: readonly number[], payout: number): UnitLadder {
  const lost: number[] = [];
  const won: number[] = [];
  let cost = 0;
  for (const stake of stakes) {
    won.push(Math.round(stake * payout) - cost);
    cost += stake;
    lost.push(cost);
  }
  return { lost, won };
}

export interface Week extends Pick<Desk, 'balance' | 'payout' | 'signalsADay' | 'lostLadders'> {
  readonly firstStake: number;
  readonly wins?: number;
  readonly days?: number;
}

/** Probabilities by number of ladders lost today, then by balance in units. */
type Masses = readonly Float64Array[];

/** Balances beyond the last index can't be lost any more, so they aren't tracked. */
function addMass(masses: Float64Array, balance: number, mass: number): void {
  if (balance < masses.length) masses[balance] = (masses[balance] ?? 0) + mass;
}

function playLadder(from: Masses, to: Masses, { lost, won }: UnitLadder, wins: number): number {
  const [firstStake = 0, ladderCost = 0] = [lost[0], lost.at(-1)];
  let emptied = 0;
  for (const [lostToday, masses] of from.entries()) {
    const [unchanged, increased] = [to[lostToday], to[lostToday + 1]];
    // Loops by index, because an iterator takes ten times as long over thousands of balances.
    for (let balance = 0; balance < masses.length; balance += 1) {
      const mass = masses[balance] ?? 0;
      if (mass === 0 || !unchanged) continue;
      // The day has ended after this many lost ladders.
      if (!increased) {
        addMass(unchanged, balance, mass);
        continue;
      }
      let remaining = mass;
      for (let level = 0; level < lost.length && balance >= (lost[level] ?? 0); level += 1) {
        const after = balance + (won[level] ?? 0);
        if (after >= firstStake) addMass(unchanged, after, remaining * wins);
        else emptied += remaining * wins;
        remaining *= 1 - wins;
      }
      if (balance - ladderCost >= firstStake) addMass(increased, balance - ladderCost, remaining);
      else emptied += remaining;
    }
  }
  return emptied;
}

const createMasses = (size: number, lostLadders: number): Float64Array[] =>
  Array.from({ length: lostLadders + 1 }, () => new Float64Array(size));

/**
 * Probability (0–1) that within a week the balance can't cover the next stake, playing all levels
 * up to the day's limit of lost ladders. Exact if levels win independently and are never flat.
 */
export function computeRuinProbability(
  { balance, payout, signalsADay, lostLadders, firstStake, wins = 0.5, days = DAYS_PER_WEEK }: Week,
  rules: LadderRules = LADDER_RULES,
): number {
  const unit = Math.max(1, toCents(firstStake) / 100);
  const stakes = toStakesInCents(firstStake, rules).map((stake) => Math.round(stake / unit));
  const ladder = toUnitLadder(stakes, payout);
  const [first = 0] = stakes;
  const start = Math.floor(toCents(balance) / unit);
  if (start < first) return 1;
  // Larger balances can't be emptied within the week. At low payouts, won ladders cost money too.
  const otherLosses =
    Math.max(0, signalsADay - lostLadders) * Math.max(0, -Math.min(...ladder.won));
  const size = days * (lostLadders * (ladder.lost.at(-1) ?? 0) + otherLosses) + first;
  if (start >= size) return 0;
  let [current, next] = [createMasses(size, lostLadders), createMasses(size, lostLadders)];
  const [fresh] = current;
  if (fresh) fresh[start] = 1;
  let emptied = 0;
  for (let day = 0; day < days; day += 1) {
    for (let signal = 0; signal < signalsADay; signal += 1) {
      for (const masses of next) masses.fill(0);
      emptied += playLadder(current, next, ladder, wins);
      [current, next] = [next, current];
    }
    const [noneLost, ...someLost] = current;
    for (const masses of someLost) {
      for (let at = 0; at < size; at += 1) if (noneLost) addMass(noneLost, at, masses[at] ?? 0);
      masses.fill(0);
    }
  }
  return Math.min(1, emptied);
}

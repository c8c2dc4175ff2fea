import type { DeskFigures } from './desk';
import { LADDER_RULES, type LadderRules } from '../signals/rules';

export interface Desk extends DeskFigures {
  readonly payout: number;
}

/** Share of a balance that all levels of one signal together may cost. */
const SHARE_AT_RISK = 0.02;

const DAYS_PER_WEEK = 5;

const toCents = (amount: number): number => Math.round(amount * 100);

/** In cents, rounded as brokers do. `firstStake` is in dollars. */
const toStakesInCents = (firstStake: number, { stakes }: LadderRules): number[] =>
  stakes.map((stake) => Math.round(toCents(firstStake) * stake));

/** In dollars. */
export interface LadderPlan {
  readonly firstStake: number;
  readonly stakes: readonly number[];
  readonly totalStake: number;
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
  const totalStake = stakes.reduce((sum, stake) => sum + toCents(stake), 0) / 100;
  return { firstStake, stakes, totalStake, share: totalStake / balance };
}

interface UnitLadder {
  readonly costs: readonly number[];
  readonly profits: readonly number[];
}

function toUnitLadder(stakes: readonly number[], payout: number): UnitLadder {
  const costs: number[] = [];
  const profits: number[] = [];
  let cost = 0;
  for (const stake of stakes) {
    profits.push(Math.round(stake * payout) - cost);
    cost += stake;
    costs.push(cost);
  }
  return { costs, profits };
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

function playLadder(
  current: Masses,
  next: Masses,
  { costs, profits }: UnitLadder,
  winRate: number,
): number {
  const [firstStake = 0, ladderCost = 0] = [costs[0], costs.at(-1)];
  let ruinMass = 0;
  for (const [lostToday, masses] of current.entries()) {
    const [unchangedLosses, increasedLosses] = [next[lostToday], next[lostToday + 1]];
    // Loops by index, because an iterator takes ten times as long over thousands of balances.
    for (let balance = 0; balance < masses.length; balance += 1) {
      const mass = masses[balance] ?? 0;
      if (mass === 0 || !unchangedLosses) continue;
      // The day has ended after this many lost ladders.
      if (!increasedLosses) {
        addMass(unchangedLosses, balance, mass);
        continue;
      }
      let remainingMass = mass;
      for (let level = 0; level < costs.length && balance >= (costs[level] ?? 0); level += 1) {
        const newBalance = balance + (profits[level] ?? 0);
        if (newBalance >= firstStake) addMass(unchangedLosses, newBalance, remainingMass * winRate);
        else ruinMass += remainingMass * winRate;
        remainingMass *= 1 - winRate;
      }
      if (balance - ladderCost >= firstStake)
        addMass(increasedLosses, balance - ladderCost, remainingMass);
      else ruinMass += remainingMass;
    }
  }
  return ruinMass;
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
  const [firstStakeUnits = 0] = stakes;
  const startBalance = Math.floor(toCents(balance) / unit);
  if (startBalance < firstStakeUnits) return 1;
  // Larger balances can't be emptied within the week. At low payouts, won ladders cost money too.
  const otherLosses =
    Math.max(0, signalsADay - lostLadders) * Math.max(0, -Math.min(...ladder.profits));
  const size = days * (lostLadders * (ladder.costs.at(-1) ?? 0) + otherLosses) + firstStakeUnits;
  if (startBalance >= size) return 0;
  let [current, next] = [createMasses(size, lostLadders), createMasses(size, lostLadders)];
  const [initialMasses] = current;
  if (initialMasses) initialMasses[startBalance] = 1;
  let ruinMass = 0;
  for (let day = 0; day < days; day += 1) {
    for (let signal = 0; signal < signalsADay; signal += 1) {
      for (const masses of next) masses.fill(0);
      ruinMass += playLadder(current, next, ladder, wins);
      [current, next] = [next, current];
    }
    const [noneLost, ...someLost] = current;
    for (const masses of someLost) {
      for (let units = 0; units < size; units += 1)
        if (noneLost) addMass(noneLost, units, masses[units] ?? 0);
      masses.fill(0);
    }
  }
  return Math.min(1, ruinMass);
}

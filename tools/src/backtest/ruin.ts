import { getRise } from '@quantalgo/contracts/signals/ladderResult';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import type { Ending } from './walk';

/** The balance that a ladder needs and its result, in first stakes. */
export interface Course {
  readonly isWon: boolean;
  /**
   * Highest total of stake and losses at any level. A smaller account couldn't finish the ladder.
   */
  readonly needed: number;
  readonly result: number;
}

const FLAT_COURSE: Course = { isWon: false, needed: 0, result: 0 };

/** A flat first level ends the ladder. A flat later level costs nothing. */
export function simulateLadder(
  direction: Direction,
  closes: Ending['closes'],
  { stakes, payout }: LadderRules,
): Course {
  let lostStakes = 0;
  for (const [level, stake] of stakes.entries()) {
    const rise = getRise(closes, level);
    if (level === 0 && rise === 0) return FLAT_COURSE;
    if (rise === 0) continue;
    if (direction === 'CALL' ? rise > 0 : rise < 0)
      return { isWon: true, needed: lostStakes + stake, result: stake * payout - lostStakes };
    lostStakes += stake;
  }
  return { isWon: false, needed: lostStakes, result: -lostStakes };
}

export const toFirstLevel = (rules: LadderRules): LadderRules => ({
  ...rules,
  levels: 1,
  stakes: rules.stakes.slice(0, 1),
});

/** Account sizes in first stakes: the small one plays a day of 30 signals, the large one five. */
const ACCOUNTS = [
  { account: 20, signals: 30 },
  { account: 100, signals: 150 },
] as const;

/** An account is broken once it can't place the next stake. */
export interface RuinFigures {
  readonly account: number;
  readonly signals: number;
  /** Number of runs of consecutive signals. One starts at each signal. */
  readonly runs: number;
  /** Percent of runs that broke the account; null if there were no runs. */
  readonly ladder: number | null;
  readonly singleEntry: number | null;
}

/** Marks a broken account. A sound one may have a balance of 0. */
const BROKEN_BALANCE = -Infinity;

/** Plays overlapping runs of a fixed number of signals, each from a full account. */
class Runs {
  readonly #account: number;
  readonly #signals: number;
  /** Balances of the newest runs, in a ring buffer. Broken accounts hold {@link BROKEN_BALANCE}. */
  readonly #balances: Float64Array;
  #started = 0;
  runs = 0;
  broken = 0;

  constructor({ account, signals }: { account: number; signals: number }) {
    this.#account = account;
    this.#signals = signals;
    this.#balances = new Float64Array(signals);
  }

  add({ needed, result }: Course): void {
    this.#balances[this.#started % this.#signals] = this.#account;
    this.#started += 1;
    for (let index = 0; index < this.#signals; index += 1) {
      const balance = this.#balances[index] ?? BROKEN_BALANCE;
      this.#balances[index] = balance < needed ? BROKEN_BALANCE : balance + result;
    }
    if (this.#started < this.#signals) return;
    this.runs += 1;
    const oldest = this.#balances[this.#started % this.#signals] ?? 0;
    if (oldest < 0) this.broken += 1;
  }

  get share(): number | null {
    return this.runs === 0 ? null : (100 * this.broken) / this.runs;
  }
}

export class Ruin {
  readonly #plans = ACCOUNTS.map((plan) => ({
    plan,
    ladder: new Runs(plan),
    singleEntry: new Runs(plan),
  }));

  add(direction: Direction, closes: Ending['closes'], rules: LadderRules): void {
    const firstLevelRules = toFirstLevel(rules);
    for (const { ladder, singleEntry } of this.#plans) {
      ladder.add(simulateLadder(direction, closes, rules));
      singleEntry.add(simulateLadder(direction, closes, firstLevelRules));
    }
  }

  get broken(): readonly RuinFigures[] {
    return this.#plans.map(({ plan, ladder, singleEntry }) => ({
      ...plan,
      runs: ladder.runs,
      ladder: ladder.share,
      singleEntry: singleEntry.share,
    }));
  }
}

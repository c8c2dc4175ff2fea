import { riseOf } from '@quantalgo/contracts/signals/figures';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import type { Ending } from './walk';

/** What a signal's ladder asks of an account, in first stakes. */
export interface Course {
  readonly isWon: boolean;
  /** The most that is staked and lost so far at any level: an account below it can't play on. */
  readonly needed: number;
  readonly result: number;
}

const NOTHING: Course = { isWon: false, needed: 0, result: 0 };

/** The course of a ladder of so many levels over these closes; a flat first level ends it, a flat later one is free. */
export function courseOf(
  direction: Direction,
  closes: Ending['closes'],
  { stakes, payout }: LadderRules,
): Course {
  let lost = 0;
  for (const [level, stake] of stakes.entries()) {
    const rise = riseOf(closes, level);
    if (level === 0 && rise === 0) return NOTHING;
    if (rise === 0) continue;
    if (direction === 'CALL' ? rise > 0 : rise < 0)
      return { isWon: true, needed: lost + stake, result: stake * payout - lost };
    lost += stake;
  }
  return { isWon: false, needed: lost, result: -lost };
}

/** The first level of a ladder alone. */
export const firstLevelOf = (rules: LadderRules): LadderRules => ({
  ...rules,
  levels: 1,
  stakes: rules.stakes.slice(0, 1),
});

/** Accounts (in first stakes) and how many signals in a row each plays: a day of 30 of them, and five such days. */
const ACCOUNTS = [
  { account: 20, signals: 30 },
  { account: 100, signals: 150 },
] as const;

/** How often an account was broken: it could not place the next stake. */
export interface Broken {
  readonly account: number;
  readonly signals: number;
  /** Runs of so many signals in a row, one beginning with each signal. */
  readonly runs: number;
  /** Share of them, in percent, in which the account was broken; null without any. */
  readonly ladder: number | null;
  readonly singleEntry: number | null;
}

/** What is left of an account that could not place a stake; one that can may be down to nothing. */
const BROKEN = -Infinity;

/** Plays every run of a fixed number of signals from the same account. */
class Runs {
  readonly #account: number;
  readonly #signals: number;
  /** What is left in the newest runs, in a ring; negative once broken. */
  readonly #left: Float64Array;
  #begun = 0;
  runs = 0;
  broken = 0;

  constructor({ account, signals }: { account: number; signals: number }) {
    this.#account = account;
    this.#signals = signals;
    this.#left = new Float64Array(signals);
  }

  add({ needed, result }: Course): void {
    this.#left[this.#begun % this.#signals] = this.#account;
    this.#begun += 1;
    for (let at = 0; at < this.#signals; at += 1) {
      const left = this.#left[at] ?? BROKEN;
      this.#left[at] = left < needed ? BROKEN : left + result;
    }
    if (this.#begun < this.#signals) return;
    this.runs += 1;
    const oldest = this.#left[this.#begun % this.#signals] ?? 0;
    if (oldest < 0) this.broken += 1;
  }

  get share(): number | null {
    return this.runs === 0 ? null : (100 * this.broken) / this.runs;
  }
}

/** How often accounts are broken by signals in order, with all levels and with first entries alone. */
export class Ruin {
  readonly #of = ACCOUNTS.map((plan) => ({
    plan,
    ladder: new Runs(plan),
    singleEntry: new Runs(plan),
  }));

  add(direction: Direction, closes: Ending['closes'], rules: LadderRules): void {
    const first = firstLevelOf(rules);
    for (const { ladder, singleEntry } of this.#of) {
      ladder.add(courseOf(direction, closes, rules));
      singleEntry.add(courseOf(direction, closes, first));
    }
  }

  get broken(): readonly Broken[] {
    return this.#of.map(({ plan, ladder, singleEntry }) => ({
      ...plan,
      runs: ladder.runs,
      ladder: ladder.share,
      singleEntry: singleEntry.share,
    }));
  }
}

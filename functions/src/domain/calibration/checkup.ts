import {
  type Checkup,
  type Curves,
  FEWEST_TRIALS,
  ratesOf,
  type ReliabilityPoint,
} from './calibration';
import { type Skill, SkillScore } from './skill';
import type { TrialRing } from './trials';

const HOUR_MS = 60 * 60_000;

/** The newest trials, which a fit is checked on: those of so many ms. */
export const CHECKUP_MS = 5 * 24 * HOUR_MS;

/** Width of the classes of a reliability diagram. */
const CLASS = 0.02;

interface Class {
  trials: number;
  said: number;
  hits: number;
}

/** Sorts forecasts by their height and compares them with what was seen. */
class Reliability {
  readonly #classes = new Map<number, Class>();

  add(forecast: number, happened: boolean): void {
    const name = Math.floor(forecast / CLASS);
    const known = this.#classes.get(name) ?? { trials: 0, said: 0, hits: 0 };
    known.trials += 1;
    known.said += forecast;
    known.hits += happened ? 1 : 0;
    this.#classes.set(name, known);
  }

  points(): ReliabilityPoint[] {
    return [...this.#classes]
      .toSorted(([a], [b]) => a - b)
      .map(([, { trials, said, hits }]) => ({
        said: (100 * said) / trials,
        seen: (100 * hits) / trials,
        trials,
      }));
  }
}

/**
 * Tries curves on trials that they were not made of: those of each pair from a number on, made from `time` (epoch ms) on.
 * Pairs of which the curves had seen too little are left out, as they are when signals are chosen.
 * @returns null where nothing can be told from them
 */
export function checkup(
  curves: Curves,
  pairs: readonly { readonly trials: TrialRing; readonly from: number }[],
  time: number,
): Checkup | null {
  const scores = { firstEntry: new SkillScore(), withinFour: new SkillScore() };
  const reliability = new Reliability();
  for (const { trials, from } of pairs) {
    if (from < FEWEST_TRIALS) continue;
    for (let index = from; index < trials.length; index += 1) {
      const place = { score: trials.score(index), volatility: trials.volatility(index) };
      const rates = ratesOf(curves, place);
      if (!rates) continue;
      const hour = Math.floor(trials.slot(index) / HOUR_MS);
      const four = rates.moves.rate * rates.withinFour.rate;
      const first = rates.moves.rate * rates.firstEntry.rate;
      scores.firstEntry.add(hour, first, trials.isFirstEntryWon(index));
      scores.withinFour.add(hour, four, trials.isWon(index));
      reliability.add(four, trials.isWon(index));
    }
  }
  const firstEntry = scores.firstEntry.result();
  const withinFour = scores.withinFour.result();
  if (!firstEntry || !withinFour) return null;
  return { from: time, firstEntry, withinFour, reliability: reliability.points() };
}

/**
 * Standard errors below what was said that are taken for more than bad luck. In a market that favours nobody this
 * happens to a strategy about once in a hundred days, mostly for a day: a false alarm costs few signals.
 */
const TOO_FAR = 3;

const wordsOf = (what: string, { said, seen }: Skill): string =>
  `In the last five days ${seen.toFixed(1)} % of ${what} won where ${said.toFixed(1)} % were expected`;

/**
 * The rule that switches a strategy off: its newest trials won less, by more than three standard errors, than a fit on
 * the older ones said, as first entries or within four levels. It is on again when a later checkup finds no more of it.
 * @returns the reason; null where nothing drifted
 */
export function driftIn({ firstEntry, withinFour }: Checkup): string | null {
  if (firstEntry.deviation < -TOO_FAR) return wordsOf('its first entries', firstEntry);
  if (withinFour.deviation < -TOO_FAR) return wordsOf('its signals', withinFour);
  return null;
}

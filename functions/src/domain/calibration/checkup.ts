import { type Checkup, type Curves, type ReliabilityPoint, ratesOf } from './calibration';
import { SkillScore } from './skill';
import type { Trial } from './trials';

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
 * Tries curves on the trials from `from` (epoch ms) on, which they must not have been made of.
 * @returns null where nothing can be told from them
 */
export function checkup(curves: Curves, trials: readonly Trial[], from: number): Checkup | null {
  const scores = { firstEntry: new SkillScore(), withinFour: new SkillScore() };
  const reliability = new Reliability();
  for (const trial of trials) {
    if (trial.slot < from) continue;
    const rates = ratesOf(curves, trial);
    if (!rates) continue;
    const { outcome, level } = trial.verdict;
    const hour = Math.floor(trial.slot / HOUR_MS);
    const four = rates.moves.rate * rates.withinFour.rate;
    scores.firstEntry.add(hour, rates.moves.rate * rates.firstEntry.rate, level === 0);
    scores.withinFour.add(hour, four, outcome === 'profit');
    reliability.add(four, outcome === 'profit');
  }
  const firstEntry = scores.firstEntry.result();
  const withinFour = scores.withinFour.result();
  return (
    firstEntry && withinFour && { from, firstEntry, withinFour, reliability: reliability.points() }
  );
}

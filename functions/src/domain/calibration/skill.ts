import {
  type Checkup,
  type Curves,
  FEWEST_TRIALS,
  ratesOf,
  type ReliabilityPoint,
} from './calibration';
import type { TrialRing } from './trials';

const Z95 = 1.959964;

/** Sums over the forecasts of one cluster: count, hits, squared errors, and the sum of forecast minus outcome. */
interface Sums {
  n: number;
  hits: number;
  errors: number;
  gap: number;
}

/** Forecasts against outcomes, in percent, with 95 % intervals. */
export interface Skill {
  readonly forecasts: number;
  /** Mean forecast. */
  readonly said: number;
  /** Share of hits. */
  readonly seen: number;
  /** Mean squared error of the forecasts, 0–1. */
  readonly brier: number;
  /** How much lower that is than by always forecasting the share of hits, which nobody knew beforehand. */
  readonly brierSkill: { readonly value: number; readonly low: number; readonly high: number };
  /** Standard errors by which the share of hits lies below (negative) or above the mean forecast. */
  readonly deviation: number;
}

const none = (): Sums => ({ n: 0, hits: 0, errors: 0, gap: 0 });

/**
 * Judges forecasts by the Brier score (G. W. Brier, 1950) and its skill. Forecasts of one cluster, such as an hour, may
 * be correlated: intervals are based on the spread between clusters (linearised ratio, cluster-robust).
 */
export class SkillScore {
  readonly #open = new Map<number, Sums>();
  readonly #all = none();
  #newest: { readonly cluster: number; readonly sums: Sums } | null = null;
  #clusters = 0;
  /** Sums of products of the clusters' sums. */
  readonly #products = { ee: 0, eh: 0, en: 0, hh: 0, hn: 0, nn: 0, gg: 0, gn: 0 };

  /** Adds a forecast, 0–1, and whether it came true. */
  add(cluster: number, forecast: number, happened: boolean): void {
    const sums = this.#sumsOf(cluster);
    const hit = happened ? 1 : 0;
    sums.n += 1;
    sums.hits += hit;
    sums.errors += (forecast - hit) ** 2;
    sums.gap += forecast - hit;
  }

  /** Closes the clusters so far, which frees their memory. Nothing more may be added to them. */
  close(): void {
    for (const { n, hits, errors, gap } of this.#open.values()) {
      this.#all.n += n;
      this.#all.hits += hits;
      this.#all.errors += errors;
      this.#all.gap += gap;
      this.#clusters += 1;
      this.#products.ee += errors * errors;
      this.#products.eh += errors * hits;
      this.#products.en += errors * n;
      this.#products.hh += hits * hits;
      this.#products.hn += hits * n;
      this.#products.nn += n * n;
      this.#products.gg += gap * gap;
      this.#products.gn += gap * n;
    }
    this.#open.clear();
    this.#newest = null;
  }

  /** Null while there is too little data: it takes hits, misses, and two clusters or more. */
  result(): Skill | null {
    this.close();
    const { n, hits, errors, gap } = this.#all;
    const rate = hits / n;
    const reference = n * rate * (1 - rate);
    if (this.#clusters < 2 || !(reference > 0)) return null;
    const value = 1 - errors / reference;
    const half = (Z95 * this.#spreadOfSkill(rate, 1 - value)) / reference;
    const percent = (share: number) => 100 * share;
    return {
      forecasts: n,
      said: percent(rate + gap / n),
      seen: percent(rate),
      brier: errors / n,
      brierSkill: {
        value: percent(value),
        low: percent(value - half),
        high: percent(value + half),
      },
      deviation: this.#deviation(gap, n),
    };
  }

  /** Looks at the newest cluster first: forecasts mostly come in the order of their clusters. */
  #sumsOf(cluster: number): Sums {
    if (this.#newest?.cluster === cluster) return this.#newest.sums;
    const sums = this.#open.get(cluster) ?? none();
    this.#open.set(cluster, sums);
    this.#newest = { cluster, sums };
    return sums;
  }

  /** Root of the summed squares of errors - ratio × reference; a cluster's reference is (1 - 2 rate) hits + rate² n. */
  #spreadOfSkill(rate: number, ratio: number): number {
    const { ee, eh, en, hh, hn, nn } = this.#products;
    const h = ratio * (1 - 2 * rate);
    const m = ratio * rate * rate;
    const squares = ee + h * h * hh + m * m * nn - 2 * h * eh - 2 * m * en + 2 * h * m * hn;
    return Math.sqrt(Math.max(0, squares));
  }

  #deviation(gap: number, n: number): number {
    const { gg, gn, nn } = this.#products;
    const mean = gap / n;
    const spread = Math.sqrt(Math.max(0, gg - 2 * mean * gn + mean * mean * nn));
    return spread > 0 ? -gap / spread : 0;
  }
}

const HOUR_MS = 60 * 60_000;

/** How far back (ms) the newest trials reach, on which a fit is checked. */
export const CHECKUP_MS = 5 * 24 * HOUR_MS;

/** Width of the classes of a reliability diagram. */
const CLASS = 0.02;

interface Class {
  trials: number;
  said: number;
  hits: number;
}

/** Groups forecasts by height and compares them with the outcomes. */
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
 * Checks curves on trials that they were not fitted to: those of each pair from index `from` on, made at `time` (epoch
 * ms) or later. Pairs with too few trials before that are left out, as they are when signals are chosen.
 * @returns null where there is too little data
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
 * Standard errors below the forecast that count as more than bad luck. In a market that favours nobody this happens to
 * a strategy about once in a hundred days, mostly for a day: a false alarm costs few signals.
 */
const TOO_FAR = 3;

const wordsOf = (what: string, { said, seen }: Skill): string =>
  `In the last five days ${seen.toFixed(1)} % of ${what} won where ${said.toFixed(1)} % were expected`;

/**
 * The rule that switches a strategy off: its newest trials won less, by more than three standard errors, than a fit on
 * the older ones forecast, at the first entry or within all levels. A later checkup without drift switches it on again.
 * @returns the reason; null where nothing drifted
 */
export function driftIn({ firstEntry, withinFour }: Checkup): string | null {
  if (firstEntry.deviation < -TOO_FAR) return wordsOf('its first entries', firstEntry);
  if (withinFour.deviation < -TOO_FAR) return wordsOf('its signals', withinFour);
  return null;
}

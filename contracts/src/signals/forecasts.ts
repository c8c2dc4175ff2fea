import { Z95 } from './zScores';

/** In percent. */
export interface ForecastBin {
  readonly said: number;
  readonly seen: number;
  readonly trials: number;
}

/** How far perfect forecasts miss by chance, in percentage points. */
export interface Chance {
  readonly mean: number;
  readonly most: number;
}

export interface Discrimination {
  readonly classes: readonly ForecastBin[];
  /** Mean gap between said and seen (M. Naeini et al., 2015), in percentage points. */
  readonly calibrationError: number;
  readonly perfect: Chance;
  /**
   * Chance that a hit was forecast higher than a miss (J. A. Hanley and B. J. McNeil, 1982), 0–1. A
   * coin has 0.5.
   */
  readonly auc: number;
  /** Share of the outcomes' variance that the bins explain (A. H. Murphy, 1973), in percent. */
  readonly resolution: number;
}

const FORECAST_STEPS = 10_000;

const BIN_COUNT = 10;

/** Enough to estimate the 95th percentile to about 2%. */
const SAMPLE_COUNT = 1000;

/** Uniform numbers below 1, the same in every process (Mulberry32, T. Ettinger). */
function createUniform(): () => number {
  let state = 0x5eed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Absolute value of a standard normal number (G. E. P. Box and M. E. Muller, 1958). */
const drawNormalSize = (uniform: () => number): number =>
  Math.abs(Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()));

function simulatePerfect(classes: readonly ForecastBin[], designEffect: number): Chance {
  const total = classes.reduce((sum, { trials }) => sum + trials, 0);
  const spreads = classes.map(({ said, trials }) => {
    const rate = said / 100;
    return (trials / total) * 100 * Math.sqrt((rate * (1 - rate) * designEffect) / trials);
  });
  const uniform = createUniform();
  const errors = Array.from({ length: SAMPLE_COUNT }, () =>
    spreads.reduce((sum, spread) => sum + spread * drawNormalSize(uniform), 0),
  ).sort((a, b) => a - b);
  return {
    mean: errors.reduce((sum, error) => sum + error, 0) / SAMPLE_COUNT,
    most: errors[Math.ceil(0.95 * SAMPLE_COUNT) - 1] ?? 0,
  };
}

/**
 * Range, in percent, of the rates that 95% of perfect forecasts would show.
 * @param designEffect number of forecasts that are worth one independent forecast
 */
export function computePerfectRange(
  { said, trials }: ForecastBin,
  designEffect: number,
): { readonly low: number; readonly high: number } {
  const rate = said / 100;
  const halfWidth = 100 * Z95 * Math.sqrt((rate * (1 - rate) * designEffect) / trials);
  return { low: Math.max(0, said - halfWidth), high: Math.min(100, said + halfWidth) };
}

const toBin = ({
  trials,
  said,
  hits,
}: Record<'trials' | 'said' | 'hits', number>): ForecastBin => ({
  said: (100 * said) / trials / FORECAST_STEPS,
  seen: (100 * hits) / trials,
  trials,
});

export class ForecastTally {
  readonly #trials = new Int32Array(FORECAST_STEPS + 1);
  readonly #hits = new Int32Array(FORECAST_STEPS + 1);
  #total = 0;
  #hitCount = 0;

  add(forecast: number, isHit: boolean): void {
    const step = Math.round(forecast * FORECAST_STEPS);
    this.#trials[step] = (this.#trials[step] ?? 0) + 1;
    this.#total += 1;
    if (!isHit) return;
    this.#hits[step] = (this.#hits[step] ?? 0) + 1;
    this.#hitCount += 1;
  }

  result(designEffect = 1): Discrimination | null {
    if (this.#hitCount === 0 || this.#hitCount === this.#total) return null;
    const classes = this.bins();
    const rate = (100 * this.#hitCount) / this.#total;
    const averageBins = (getValue: (bin: ForecastBin) => number) =>
      classes.reduce((sum, bin) => sum + getValue(bin) * bin.trials, 0) / this.#total;
    return {
      classes,
      calibrationError: averageBins(({ said, seen }) => Math.abs(said - seen)),
      perfect: simulatePerfect(classes, designEffect),
      auc: this.#auc(),
      resolution: (100 * averageBins(({ seen }) => (seen - rate) ** 2)) / (rate * (100 - rate)),
    };
  }

  /**
   * Ten bins of equal count, or fewer if there are fewer forecasts. Equal forecasts are divided
   * evenly.
   */
  bins(): ForecastBin[] {
    const bins: ForecastBin[] = [];
    const count = Math.min(BIN_COUNT, this.#total);
    const getBinEnd = (number: number) => Math.round((number * this.#total) / count);
    let currentBin = { trials: 0, said: 0, hits: 0 };
    let assignedCount = 0;
    for (let step = 0; step <= FORECAST_STEPS; step += 1) {
      const trials = this.#trials[step] ?? 0;
      for (let remaining = trials; remaining > 0;) {
        const end = getBinEnd(bins.length + 1);
        const portion = Math.min(remaining, end - assignedCount);
        currentBin.trials += portion;
        currentBin.said += portion * step;
        currentBin.hits += (portion / trials) * (this.#hits[step] ?? 0);
        remaining -= portion;
        assignedCount += portion;
        if (assignedCount < end) continue;
        bins.push(toBin(currentBin));
        currentBin = { trials: 0, said: 0, hits: 0 };
      }
    }
    return bins;
  }

  #auc(): number {
    let missedBelow = 0;
    let pairs = 0;
    for (let step = 0; step <= FORECAST_STEPS; step += 1) {
      const hits = this.#hits[step] ?? 0;
      const misses = (this.#trials[step] ?? 0) - hits;
      pairs += hits * (missedBelow + misses / 2);
      missedBelow += misses;
    }
    return pairs / (this.#hitCount * (this.#total - this.#hitCount));
  }
}

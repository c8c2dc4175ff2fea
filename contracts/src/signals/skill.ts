import { type Discrimination, ForecastTally } from './forecasts';
import { Z95 } from './zScores';

/** Ten times as long as a ladder, so that few ladders span two clusters. */
export const CLUSTER_MS = 4 * 60 * 60_000;

/**
 * `gap`: sum of forecast minus outcome. `variance`: the outcomes' variance if the forecasts are
 * true and independent.
 */
interface Sums {
  n: number;
  hits: number;
  squaredErrors: number;
  gap: number;
  variance: number;
}

/** In percent, with 95% intervals. */
export interface Skill {
  readonly forecasts: number;
  readonly said: number;
  readonly seen: number;
  /** Mean squared error of the forecasts, 0–1. */
  readonly brier: number;
  /**
   * Improvement of `brier` over a constant forecast of the hit rate, which is known only in
   * hindsight.
   */
  readonly brierSkill: { readonly value: number; readonly low: number; readonly high: number };
  /** Share of hits minus mean forecast, in standard errors. */
  readonly deviation: number;
  /**
   * This many forecasts are worth one independent forecast: the variance between clusters over that
   * of independent outcomes.
   */
  readonly designEffect: number;
}

const createSums = (): Sums => ({ n: 0, hits: 0, squaredErrors: 0, gap: 0, variance: 0 });

/**
 * Brier score (G. W. Brier, 1950) and its skill. Intervals use the spread between clusters of
 * {@link CLUSTER_MS}, whose forecasts may be correlated (linearised ratio, cluster-robust).
 */
export class SkillScore {
  readonly #open = new Map<number, Sums>();
  readonly #total = createSums();
  #newest: { readonly cluster: number; readonly sums: Sums } | null = null;
  #clusters = 0;
  readonly #products = { ee: 0, eh: 0, en: 0, hh: 0, hn: 0, nn: 0, gg: 0, gn: 0 };

  add(cluster: number, forecast: number, isHit: boolean): void {
    const sums = this.#getSums(cluster);
    const hit = isHit ? 1 : 0;
    sums.n += 1;
    sums.hits += hit;
    sums.squaredErrors += (forecast - hit) ** 2;
    sums.gap += forecast - hit;
    sums.variance += forecast * (1 - forecast);
  }

  /** Frees the memory of all clusters so far. Don't add to them afterwards. */
  close(): void {
    for (const { n, hits, squaredErrors, gap, variance } of this.#open.values()) {
      this.#total.n += n;
      this.#total.hits += hits;
      this.#total.squaredErrors += squaredErrors;
      this.#total.gap += gap;
      this.#total.variance += variance;
      this.#clusters += 1;
      this.#products.ee += squaredErrors * squaredErrors;
      this.#products.eh += squaredErrors * hits;
      this.#products.en += squaredErrors * n;
      this.#products.hh += hits * hits;
      this.#products.hn += hits * n;
      this.#products.nn += n * n;
      this.#products.gg += gap * gap;
      this.#products.gn += gap * n;
    }
    this.#open.clear();
    this.#newest = null;
  }

  result(): Skill | null {
    this.close();
    const { n, hits, squaredErrors, gap } = this.#total;
    const rate = hits / n;
    const reference = n * rate * (1 - rate);
    if (this.#clusters < 2 || !(reference > 0)) return null;
    const value = 1 - squaredErrors / reference;
    const halfWidth = (Z95 * this.#computeSkillSpread(rate, 1 - value)) / reference;
    const toPercent = (share: number) => 100 * share;
    return {
      forecasts: n,
      said: toPercent(rate + gap / n),
      seen: toPercent(rate),
      brier: squaredErrors / n,
      brierSkill: {
        value: toPercent(value),
        low: toPercent(value - halfWidth),
        high: toPercent(value + halfWidth),
      },
      deviation: this.#computeDeviation(),
      designEffect: this.#computeDesignEffect(),
    };
  }

  /**
   * Checks the newest cluster first, because forecasts mostly come in the order of their clusters.
   */
  #getSums(cluster: number): Sums {
    if (this.#newest?.cluster === cluster) return this.#newest.sums;
    const sums = this.#open.get(cluster) ?? createSums();
    this.#open.set(cluster, sums);
    this.#newest = { cluster, sums };
    return sums;
  }

  /**
   * Root of the summed squares of errors - ratio × reference; a cluster's reference is (1 - 2 rate)
   * hits + rate² n.
   */
  #computeSkillSpread(rate: number, ratio: number): number {
    const { ee, eh, en, hh, hn, nn } = this.#products;
    const h = ratio * (1 - 2 * rate);
    const m = ratio * rate * rate;
    const squares = ee + h * h * hh + m * m * nn - 2 * h * eh - 2 * m * en + 2 * h * m * hn;
    return Math.sqrt(Math.max(0, squares));
  }

  #computeGapSquares(): number {
    const { gg, gn, nn } = this.#products;
    const mean = this.#total.gap / this.#total.n;
    return Math.max(0, gg - 2 * mean * gn + mean * mean * nn);
  }

  #computeDeviation(): number {
    const spread = Math.sqrt(this.#computeGapSquares());
    return spread > 0 ? -this.#total.gap / spread : 0;
  }

  #computeDesignEffect(): number {
    const { variance } = this.#total;
    return variance > 0 ? Math.max(1, this.#computeGapSquares() / variance) : 1;
  }
}

export type ScoredForecasts = Skill & Discrimination;

/** Forecasts must come in the order of their clusters, which keeps memory small. */
export class ForecastScore {
  readonly #skill = new SkillScore();
  readonly #tally = new ForecastTally();
  #cluster = -Infinity;

  add(at: number, forecast: number, isHit: boolean): void {
    const cluster = Math.floor(at / CLUSTER_MS);
    if (cluster !== this.#cluster) this.#skill.close();
    this.#cluster = cluster;
    this.#skill.add(cluster, forecast, isHit);
    this.#tally.add(forecast, isHit);
  }

  result(): ScoredForecasts | null {
    const skill = this.#skill.result();
    const discrimination = this.#tally.result(skill?.designEffect);
    return skill && discrimination && { ...skill, ...discrimination };
  }
}

export interface MeanRange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Results must come in order of time. Those of one cluster of {@link CLUSTER_MS} share candles, so
 * the interval is based on the spread between clusters (cluster-robust).
 */
export class ClusteredMean {
  #count = 0;
  #sum = 0;
  #cluster = { at: -Infinity, count: 0, sum: 0 };
  #clusters = 0;
  readonly #products = { ss: 0, sn: 0, nn: 0 };

  add(at: number, result: number): void {
    const cluster = Math.floor(at / CLUSTER_MS);
    if (cluster !== this.#cluster.at) this.#close(cluster);
    this.#cluster.count += 1;
    this.#cluster.sum += result;
    this.#count += 1;
    this.#sum += result;
  }

  result(): MeanRange | null {
    this.#close(Infinity);
    if (this.#clusters < 2) return null;
    const { ss, sn, nn } = this.#products;
    const mean = this.#sum / this.#count;
    const squares = Math.max(0, ss - 2 * mean * sn + mean * mean * nn);
    const halfWidth = (Z95 * Math.sqrt(squares)) / this.#count;
    return { value: mean, low: mean - halfWidth, high: mean + halfWidth };
  }

  #close(nextCluster: number): void {
    const { count, sum } = this.#cluster;
    this.#products.ss += sum * sum;
    this.#products.sn += sum * count;
    this.#products.nn += count * count;
    if (count > 0) this.#clusters += 1;
    this.#cluster = { at: nextCluster, count: 0, sum: 0 };
  }
}

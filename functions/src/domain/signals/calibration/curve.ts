export interface Bin {
  readonly from: number;
  readonly trials: number;
  readonly hits: number;
}

/** Rate (0–1) from here up to the next step, and the trials behind it. */
export interface CurveStep {
  readonly from: number;
  readonly trials: number;
  readonly rate: number;
}

/** Rates never fall along the scale. */
export type Curve = readonly CurveStep[];

interface Block {
  from: number;
  trials: number;
  weight: number;
  hits: number;
}

const getRate = ({ hits, weight }: Block): number => hits / weight;

/** A prior per bin: a rate (0–1) that counts as much as `prior` trials. */
export interface RatePrior {
  readonly prior: number;
  readonly base: (bin: Bin) => number;
  /** Gives bins without trials their prior rate instead of skipping them. */
  readonly fillsGaps?: boolean;
}

/**
 * Isotonic regression by pooling adjacent violators (M. Ayer et al., 1955), each bin smoothed by
 * its prior.
 * @param bins in order of their scale
 */
export function fitRisingCurve(
  bins: readonly Bin[],
  { prior, base, fillsGaps = false }: RatePrior,
): Curve {
  const blocks: Block[] = [];
  for (const bin of bins) {
    const { from, trials, hits } = bin;
    if (trials === 0 && !fillsGaps) continue;
    let block: Block = { from, trials, weight: trials + prior, hits: hits + prior * base(bin) };
    for (let before = blocks.at(-1); before && getRate(before) >= getRate(block);) {
      blocks.pop();
      block = {
        from: before.from,
        trials: before.trials + block.trials,
        weight: before.weight + block.weight,
        hits: before.hits + block.hits,
      };
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.map((block, index) => ({
    from: index === 0 ? 0 : block.from,
    trials: block.trials,
    rate: getRate(block),
  }));
}

export function findCurveStep(curve: Curve, place: number): CurveStep | undefined {
  for (let at = curve.length - 1; at >= 0; at -= 1) {
    const step = curve[at];
    if (step && step.from <= place) return step;
  }
  return undefined;
}

export const countTrials = (curve: Curve): number =>
  curve.reduce((sum, { trials }) => sum + trials, 0);

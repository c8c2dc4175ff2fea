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
    for (let previous = blocks.at(-1); previous && getRate(previous) >= getRate(block);) {
      blocks.pop();
      block = {
        from: previous.from,
        trials: previous.trials + block.trials,
        weight: previous.weight + block.weight,
        hits: previous.hits + block.hits,
      };
      previous = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.map((block, index) => ({
    from: index === 0 ? 0 : block.from,
    trials: block.trials,
    rate: getRate(block),
  }));
}

export function findCurveStep(curve: Curve, position: number): CurveStep | undefined {
  for (let index = curve.length - 1; index >= 0; index -= 1) {
    const step = curve[index];
    if (step && step.from <= position) return step;
  }
  return undefined;
}

export const countTrials = (curve: Curve): number =>
  curve.reduce((sum, { trials }) => sum + trials, 0);

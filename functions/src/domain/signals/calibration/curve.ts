/** Counts of trials that lie close together on a scale. */
export interface Bin {
  /** Where it begins on that scale. */
  readonly from: number;
  readonly trials: number;
  readonly hits: number;
}

/** From a place on the scale up to the next step's: the rate, 0–1, and the number of trials behind it. */
export interface CurveStep {
  readonly from: number;
  readonly trials: number;
  readonly rate: number;
}

/** A rate that never falls along its scale. */
export type Curve = readonly CurveStep[];

interface Block {
  from: number;
  trials: number;
  weight: number;
  hits: number;
}

const rateOf = ({ hits, weight }: Block): number => hits / weight;

/** What is expected of a bin before it is tried: a rate, 0–1, that counts as much as `prior` trials. */
export interface Expected {
  readonly prior: number;
  readonly base: (bin: Bin) => number;
  /** Whether a bin without trials gets its expected rate; otherwise it is skipped. */
  readonly fillsGaps?: boolean;
}

/**
 * The rising curve closest to the bins' rates (isotonic regression by pooling adjacent violators, M. Ayer et al.,
 * 1955), each bin smoothed by its expected rate.
 * @param bins in order of their scale
 */
export function risingCurve(
  bins: readonly Bin[],
  { prior, base, fillsGaps = false }: Expected,
): Curve {
  const blocks: Block[] = [];
  for (const bin of bins) {
    const { from, trials, hits } = bin;
    if (trials === 0 && !fillsGaps) continue;
    let block: Block = { from, trials, weight: trials + prior, hits: hits + prior * base(bin) };
    for (let before = blocks.at(-1); before && rateOf(before) >= rateOf(block);) {
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
    rate: rateOf(block),
  }));
}

/** The step that contains a place on the scale; undefined on an empty curve. */
export function stepAt(curve: Curve, place: number): CurveStep | undefined {
  for (let at = curve.length - 1; at >= 0; at -= 1) {
    const step = curve[at];
    if (step && step.from <= place) return step;
  }
  return undefined;
}

/** The number of trials behind all steps. */
export const trialsBehind = (curve: Curve): number =>
  curve.reduce((sum, { trials }) => sum + trials, 0);

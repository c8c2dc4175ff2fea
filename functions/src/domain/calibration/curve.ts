/** What was seen of trials that belong together. */
export interface Bin {
  /** Where it begins, on the scale that trials are sorted by. */
  readonly from: number;
  readonly trials: number;
  readonly hits: number;
}

/** From a place on the scale up to the next step's: the rate, 0–1, and the trials that it rests on. */
export interface Step {
  readonly from: number;
  readonly trials: number;
  readonly rate: number;
}

/** A rate that never falls along its scale. */
export type Curve = readonly Step[];

interface Block {
  from: number;
  trials: number;
  weight: number;
  hits: number;
}

const rateOf = ({ hits, weight }: Block): number => hits / weight;

/**
 * The rising curve nearest to the bins' rates (isotonic regression by pooling adjacent violators, M. Ayer et al., 1955),
 * each bin counting as if `prior` more trials had gone as all do, at the rate `base`. Empty bins say nothing.
 * @param bins in order of their scale
 */
export function risingCurve(
  bins: readonly Bin[],
  { prior, base }: { prior: number; base: number },
): Curve {
  const blocks: Block[] = [];
  for (const { from, trials, hits } of bins) {
    if (trials === 0) continue;
    let block: Block = { from, trials, weight: trials + prior, hits: hits + prior * base };
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

/** The step that a place on the scale belongs to; undefined on an empty curve. */
export function stepAt(curve: Curve, place: number): Step | undefined {
  for (let at = curve.length - 1; at >= 0; at -= 1) {
    const step = curve[at];
    if (step && step.from <= place) return step;
  }
  return undefined;
}

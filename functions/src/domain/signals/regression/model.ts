/** Weights of the features. `precision` is the lower triangle of the Hessian, row by row: how sure they are. */
export interface Model {
  readonly weights: readonly number[];
  readonly precision: readonly number[];
  readonly samples: number;
  /** Includes trials decided before this time (epoch ms). */
  readonly until: number;
}

/** A moved first entry. `features` are as of the decision; `isUp` is how it closed. */
export interface Sample {
  readonly features: Float64Array;
  readonly isUp: boolean;
}

/** Weight of the ridge penalty in samples: a weight is 0 until as many samples say otherwise. */
const RIDGE_SAMPLES = 10_000;

export const toProbabilityUp = (weights: readonly number[], features: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < features.length; at += 1) sum += (weights[at] ?? 0) * (features[at] ?? 0);
  return 1 / (1 + Math.exp(-sum));
};

/** Uninformed: predicts one half. A sample's curvature is a quarter. */
export function createModel(size: number): Model {
  const precision: number[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1)
      precision.push(row === column ? RIDGE_SAMPLES / 4 : 0);
  return { weights: Array.from({ length: size }, () => 0), precision, samples: 0, until: 0 };
}

/** Solves a positive definite system, given by its matrix’s lower triangle in a square, by Cholesky’s decomposition. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] ?? 0;
      for (let at = 0; at < column; at += 1)
        sum -= (lower[row * size + at] ?? 0) * (lower[column * size + at] ?? 0);
      lower[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / (lower[column * size + column] ?? 1);
    }
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] ?? 0;
    for (let at = 0; at < row; at += 1) sum -= (lower[row * size + at] ?? 0) * (solution[at] ?? 0);
    solution[row] = sum / (lower[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] ?? 0;
    for (let at = row + 1; at < size; at += 1)
      sum -= (lower[at * size + row] ?? 0) * (solution[at] ?? 0);
    solution[row] = sum / (lower[row * size + row] ?? 1);
  }
  return solution;
}

/**
 * One Newton step on new samples from the weights so far (recursive logistic regression: the old samples’ Hessian is
 * the new ones’ prior). Constant memory, whatever the age of the record.
 * @param until the samples were decided before this time (epoch ms)
 */
export function updateModel(model: Model, samples: readonly Sample[], until: number): Model {
  if (samples.length === 0) return { ...model, until };
  const size = model.weights.length;
  const hessian = new Float64Array(size * size);
  for (let row = 0, at = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1, at += 1)
      hessian[row * size + column] = model.precision[at] ?? 0;
  const gradient = new Float64Array(size);
  for (const { features, isUp } of samples) {
    const expected = toProbabilityUp(model.weights, features);
    const curvature = expected * (1 - expected);
    const error = (isUp ? 1 : 0) - expected;
    for (let row = 0; row < size; row += 1) {
      const value = features[row] ?? 0;
      if (value === 0) continue;
      gradient[row] = (gradient[row] ?? 0) + error * value;
      const weighted = curvature * value;
      const start = row * size;
      for (let column = 0; column <= row; column += 1)
        hessian[start + column] =
          (hessian[start + column] ?? 0) + weighted * (features[column] ?? 0);
    }
  }
  const step = solve(hessian, gradient);
  return {
    weights: model.weights.map((weight, at) => weight + (step[at] ?? 0)),
    precision: [...hessian].filter((_, at) => at % size <= Math.floor(at / size)),
    samples: model.samples + samples.length,
    until,
  };
}

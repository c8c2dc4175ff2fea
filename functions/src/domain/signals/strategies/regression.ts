import { computeFeatures, FEATURE_NAMES } from '../regression/features';
import { toProbabilityUp } from '../regression/model';
import { START } from '../regression/start';
import type { Opinion, Strategy } from './strategy';

// The distance from a half at which a score is 1.
const parameters = { strongest: 0.05 } as const;

function explain(features: Float64Array, weights: readonly number[], isUp: boolean): string[] {
  const parts = FEATURE_NAMES.map((name, at) => ({
    name,
    part: (weights[at] ?? 0) * (features[at] ?? 0) * (isUp ? 1 : -1),
  })).toSorted((one, other) => other.part - one.part);
  const strongest = parts.filter(({ part }) => part > 0).slice(0, 2);
  return strongest.map(({ name }) => `A main factor: ${name}`);
}

function weigh(features: Float64Array, weights: readonly number[]): Opinion | null {
  const up = toProbabilityUp(weights, features);
  if (up === 0.5) return null;
  const isUp = up > 0.5;
  const right = 100 * Math.max(up, 1 - up);
  return {
    direction: isUp ? 'CALL' : 'PUT',
    score: Math.abs(up - 0.5) / parameters.strongest,
    features,
    reasons: () => [
      `A logistic regression on ${FEATURE_NAMES.length} measures of this and other pairs gives this direction ${right.toFixed(1)}%`,
      ...explain(features, weights, isUp),
    ],
  };
}

/**
 * A logistic regression (D. R. Cox, 1958) of the next entry’s direction on returns, volatility, session and other
 * pairs, learnt nightly from all past candles.
 */
export const regression: Strategy = {
  id: 'regression',
  audiences: ['basic', 'order-flow'],
  parameters,
  evaluate(candles, windows) {
    const features = computeFeatures(candles, windows);
    return features && weigh(features, START.weights);
  },
  expects: (score) => 0.5 + parameters.strongest * score,
  weigh,
};

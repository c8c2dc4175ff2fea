import type { EnteredFigures } from '../../src/signals/figures';

/** Changes that every verifier of the record must find. */
export const WRONG_ENTERED_FIGURES: readonly Partial<EnteredFigures>[] = [
  { signals: 1000 },
  { confirmed: 0 },
  { breakEven: 50 },
  { winRate: { value: 99, low: 98, high: 99.5 } },
  { firstEntryRate: null },
  { resultPerSignal: 0.5 },
  { resultPerFirstEntry: 0.5 },
];

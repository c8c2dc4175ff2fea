import type { Audience, Direction } from '@quantalgo/contracts';
import type { Candle } from '../candles';

/** What a strategy thinks of a pair: where the price goes, how strongly, and why. */
export interface Opinion {
  readonly direction: Direction;
  /** How strongly it leans, above 0; from 1 on it can't be stronger. */
  readonly score: number;
  /** Why, in plain words: written only for the opinion that becomes a signal. */
  readonly reasons: () => readonly string[];
}

/** A pure function of {@link LOOKBACK} closed candles, nothing else. */
export interface Strategy {
  readonly id: string;
  readonly audience: Audience;
  readonly parameters: Readonly<Record<string, number>>;
  /** Null where the candles say nothing to it. */
  readonly evaluate: (candles: readonly Candle[]) => Opinion | null;
}

/** Closed candles that a strategy is shown: three hours, the newest last. */
export const LOOKBACK = 36;

interface Asked {
  readonly candles: readonly Candle[];
  readonly opinions: Map<Strategy, Opinion | null>;
}

/** Windows whose opinions are remembered: those of a slot, of more pairs than a market usually has. */
const REMEMBERED = 8;

const newest: Asked[] = [];

function askedOf(candles: readonly Candle[]): Asked {
  const known = newest.find((asked) => asked.candles === candles);
  if (known) return known;
  const asked = { candles, opinions: new Map<Strategy, Opinion | null>() };
  newest.push(asked);
  if (newest.length > REMEMBERED) newest.shift();
  return asked;
}

/** What a strategy thinks of these candles. Who learns and who decides ask the same of the same: it is found once. */
export function opinionOf(strategy: Strategy, candles: readonly Candle[]): Opinion | null {
  const { opinions } = askedOf(candles);
  const found = opinions.get(strategy);
  if (found !== undefined) return found;
  const opinion = strategy.evaluate(candles);
  opinions.set(strategy, opinion);
  return opinion;
}

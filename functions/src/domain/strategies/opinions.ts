import type { Candle } from '../candles';
import type { Opinion, Strategy } from './strategy';

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

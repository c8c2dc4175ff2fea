import type { Pair } from '@quantalgo/contracts';
import type { Stretch } from './ask';

/** Calls that come within this time (ms) of each other go out as one. */
const GATHERED_WITHIN_MS = 20;

type AskAll<R> = (pairs: readonly Pair[], stretch: Stretch) => Promise<ReadonlyMap<Pair, R>>;

/** Turns calls for one pair each into one for all: those for the same stretch wait a moment for each other. */
export function together<R>(askAll: AskAll<R>): (pair: Pair, stretch: Stretch) => Promise<R> {
  const waiting = new Map<string, { pairs: Set<Pair>; replies: Promise<ReadonlyMap<Pair, R>> }>();
  const begin = (name: string, stretch: Stretch) => {
    const pairs = new Set<Pair>();
    const moment = new Promise((resolve) => setTimeout(resolve, GATHERED_WITHIN_MS));
    const replies = moment.then(() => {
      waiting.delete(name);
      return askAll([...pairs], stretch);
    });
    const batch = { pairs, replies };
    waiting.set(name, batch);
    return batch;
  };
  return async (pair, stretch) => {
    const name = `${stretch.until}/${stretch.count}`;
    const { pairs, replies } = waiting.get(name) ?? begin(name, stretch);
    pairs.add(pair);
    const reply = (await replies).get(pair);
    if (reply === undefined) throw new Error(`Nothing was said of ${pair}`);
    return reply;
  };
}

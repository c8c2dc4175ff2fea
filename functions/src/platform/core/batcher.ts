/** A round that takes longer than this (ms) no longer delays the next one. */
const PATIENCE_MS = 250;

const doneOrLate = (work: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Rounds under way at once. With one, callers who are answered together come back while those between them are being read
 * for, and wait for two rounds each; with two, each half has a lane of its own.
 */
const LANES = 2;

/**
 * Batches concurrent requests into rounds. A request that arrives while all lanes are taken waits for the next round, so
 * none is ever answered from a read that began before it: revoked access is never answered from memory.
 * @param serve answers all requests of a round; it must not reject
 * @param lanes rounds under way at once, at the most
 * @returns a function that adds a request to the next round
 */
export function createBatcher<One>(
  serve: (all: readonly One[]) => Promise<void>,
  lanes = LANES,
): (one: One) => void {
  let waiting: One[] = [];
  let taken = 0;
  let isStarting = false;

  async function goOn(): Promise<void> {
    isStarting = false;
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      await doneOrLate(serve(all));
    }
    taken--;
  }

  return (one) => {
    waiting.push(one);
    if (isStarting || taken === lanes) return;
    // Requests of the same turn of the event loop share a round.
    isStarting = true;
    taken++;
    setImmediate(() => void goOn());
  };
}

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
 * Batches concurrent requests into rounds. A request that arrives during a round waits for the next, so none is ever
 * answered from a read that began before it: revoked access is never answered from memory.
 * @param serve answers all requests of a round; it must not reject
 * @returns a function that adds a request to the next round
 */
export function inRounds<One>(serve: (all: readonly One[]) => Promise<void>): (one: One) => void {
  let waiting: One[] = [];
  let isServing = false;

  async function goOn(): Promise<void> {
    while (waiting.length > 0) {
      const all = waiting;
      waiting = [];
      await doneOrLate(serve(all));
    }
    isServing = false;
  }

  return (one) => {
    waiting.push(one);
    // Requests of the same turn of the event loop share a round.
    if (!isServing) setImmediate(() => void goOn());
    isServing = true;
  };
}

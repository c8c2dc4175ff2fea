/** After this time the lane starts its next round, even if the current one is still running. */
const ROUND_TIMEOUT_MS = 250;

const waitForRound = (work: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ROUND_TIMEOUT_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * With one lane, callers answered together would call again during the next read and wait for two
 * rounds each.
 */
const DEFAULT_LANES = 2;

/**
 * Batches concurrent requests into rounds. No request is answered from a read that began before it,
 * so revoked access is never served from memory.
 * @param serve answers all requests of a round; must not reject
 * @param lanes maximum of concurrent rounds
 */
export function createBatcher<Item>(
  serve: (requests: readonly Item[]) => Promise<void>,
  lanes = DEFAULT_LANES,
): (item: Item) => void {
  let queue: Item[] = [];
  let activeLanes = 0;
  let isStarting = false;

  async function runLane(): Promise<void> {
    isStarting = false;
    while (queue.length > 0) {
      const requests = queue;
      queue = [];
      await waitForRound(serve(requests));
    }
    activeLanes--;
  }

  return (item) => {
    queue.push(item);
    if (isStarting || activeLanes === lanes) return;
    // Requests of the same turn of the event loop share a round.
    isStarting = true;
    activeLanes++;
    setImmediate(() => void runLane());
  };
}

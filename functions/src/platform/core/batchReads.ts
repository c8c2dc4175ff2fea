/** A read that takes longer (ms) holds up those that are asked for after it no more. */
const PATIENCE_MS = 250;

interface Waiting<Asked, Found> {
  readonly asked: Asked;
  readonly found: Promise<Found>;
  readonly end: (result: PromiseSettledResult<Found>) => void;
}

function waitingFor<Asked, Found>(asked: Asked): Waiting<Asked, Found> {
  let end: Waiting<Asked, Found>['end'] = () => undefined;
  const found = new Promise<Found>((resolve, reject) => {
    end = (result) => {
      if (result.status === 'fulfilled') resolve(result.value);
      else
        reject(result.reason instanceof Error ? result.reason : new Error(String(result.reason)));
    };
  });
  return { asked, found, end };
}

const doneOrLate = (work: Promise<void>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads all that is asked for; one that fails does not fail the others. */
export type BatchRead<Asked, Found> = (
  asked: readonly Asked[],
) => Promise<readonly PromiseSettledResult<Found>[]>;

/**
 * Puts reads that are asked for at the same time into one. What is asked for while a read is under way waits for the
 * next: nobody is ever given what was read before they asked, so nothing that was revoked is answered from memory.
 * @param most how many different things one read takes
 * @returns asks for one thing, which everybody calls by the same `name`
 */
export function batchReads<Asked, Found>(
  read: BatchRead<Asked, Found>,
  most: number,
): (name: string, asked: Asked) => Promise<Found> {
  let waiting = new Map<string, Waiting<Asked, Found>>();
  let isReading = false;

  async function readSome(some: readonly Waiting<Asked, Found>[]): Promise<void> {
    const [whole] = await Promise.allSettled([read(some.map(({ asked }) => asked))]);
    some.forEach(({ end }, index) => {
      if (whole.status === 'rejected') end(whole);
      else end(whole.value[index] ?? { status: 'rejected', reason: 'It was not read' });
    });
  }

  async function readOn(): Promise<void> {
    while (waiting.size > 0) {
      const all = [...waiting.values()];
      waiting = new Map();
      const parts = Array.from({ length: Math.ceil(all.length / most) }, (_, part) =>
        readSome(all.slice(part * most, (part + 1) * most)),
      );
      await doneOrLate(Promise.all(parts).then(() => undefined));
    }
    isReading = false;
  }

  return (name, asked) => {
    const known = waiting.get(name);
    if (known) return known.found;
    const one = waitingFor<Asked, Found>(asked);
    waiting.set(name, one);
    // All that arrives in this turn of the event loop goes together.
    if (!isReading) setImmediate(() => void readOn());
    isReading = true;
    return one.found;
  };
}

import type { BundleSource } from './bundles';
import { inspectBundle, type InspectedBundle } from './inspectBundle';
import { type Inspection, inspectionResultSchema } from './messages';

interface PendingInspection {
  readonly resolve: (answer: InspectedBundle) => void;
  readonly reject: (error: Error) => void;
}

class InspectionWorker {
  readonly #worker = new Worker(new URL('./inspector.worker.ts', import.meta.url), {
    type: 'module',
  });
  /** In request order, because the worker answers in the same order. */
  readonly #pending: PendingInspection[] = [];
  #hasFailed = false;

  constructor() {
    const fail = () => this.#fail();
    this.#worker.addEventListener('error', fail);
    this.#worker.addEventListener('messageerror', fail);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      this.#pending.shift()?.resolve(inspectionResultSchema.parse(data)),
    );
  }

  get load(): number | null {
    return this.#hasFailed ? null : this.#pending.length;
  }

  inspect(inspection: Inspection): Promise<InspectedBundle> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(inspection);
      this.#pending.push({ resolve, reject });
    });
  }

  close(): void {
    this.#worker.terminate();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.close();
    for (const { reject } of this.#pending.splice(0)) reject(new Error('A helper failed'));
  }
}

type Bundles = Pick<BundleSource, 'count' | 'entriesIn' | 'bytes'>;

/** More wouldn't help, because one thread verifies their results in order. */
const MAX_WORKERS = 4;

const MIN_BUNDLES_PER_WORKER = 8;

/** Bundles queued per worker so that it never idles, about 0.2 MB each. */
const QUEUE_SIZE = 4;

function startWorkers(bundles: number): InspectionWorker[] {
  // A single core gains nothing from a second thread.
  if (typeof Worker === 'undefined' || navigator.hardwareConcurrency < 2) return [];
  const worth = Math.floor(bundles / MIN_BUNDLES_PER_WORKER);
  const count = Math.min(MAX_WORKERS, navigator.hardwareConcurrency, worth);
  try {
    return Array.from({ length: count }, () => new InspectionWorker());
  } catch {
    return [];
  }
}

export class Inspectors {
  readonly #workers: readonly InspectionWorker[];

  constructor(bundles: number) {
    this.#workers = startWorkers(bundles);
  }

  close(): void {
    for (const worker of this.#workers) worker.close();
  }

  /**
   * Yields the bundles in order. To save memory, loads only as many ahead as the workers can take.
   * @throws what the source throws
   */
  async *inspected(source: Bundles): AsyncGenerator<InspectedBundle> {
    const pending: Promise<InspectedBundle>[] = [];
    const maxAhead = Math.max(1, this.#workers.length * QUEUE_SIZE);
    let before: Promise<unknown> = Promise.resolve();
    for (let index = 0; index < source.count + maxAhead; index += 1) {
      const first = index < maxAhead ? undefined : pending.shift();
      if (first) yield await first;
      if (index >= source.count) continue;
      const bytes = before.then(() => source.bytes(index));
      const next = bytes.then((bundle) =>
        this.#inspect({ bundle, count: source.entriesIn(index) }),
      );
      next.catch(() => undefined);
      before = bytes;
      pending.push(next);
    }
  }

  async #inspect(inspection: Inspection): Promise<InspectedBundle> {
    const inspectHere = () => inspectBundle(inspection.bundle, inspection.count);
    const free = this.#workers
      .filter(({ load }) => load !== null)
      .sort((one, other) => (one.load ?? 0) - (other.load ?? 0));
    return (await free[0]?.inspect(inspection).catch(inspectHere)) ?? inspectHere();
  }
}

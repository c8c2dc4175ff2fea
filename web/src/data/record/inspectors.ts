import type { BundleSource } from './bundles';
import { inspectBundle, type InspectedBundle } from './inspectBundle';
import { type Inspection, inspectionResultSchema } from './messages';

interface PendingInspection {
  readonly resolve: (result: InspectedBundle) => void;
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
    for (const { reject } of this.#pending.splice(0))
      reject(new Error('An inspection worker failed'));
  }
}

type Bundles = Pick<BundleSource, 'count' | 'entriesIn' | 'bytes'>;

/** More wouldn't help, because one thread verifies their results in order. */
const MAX_WORKERS = 4;

const MIN_BUNDLES_PER_WORKER = 8;

/** Bundles queued per worker so that it never idles, about 0.2 MB each. */
const QUEUE_SIZE = 4;

function startWorkers(bundleCount: number): InspectionWorker[] {
  // A single core gains nothing from a second thread.
  if (typeof Worker === 'undefined' || navigator.hardwareConcurrency < 2) return [];
  const usefulCount = Math.floor(bundleCount / MIN_BUNDLES_PER_WORKER);
  const count = Math.min(MAX_WORKERS, navigator.hardwareConcurrency, usefulCount);
  try {
    return Array.from({ length: count }, () => new InspectionWorker());
  } catch {
    return [];
  }
}

export class Inspectors {
  readonly #workers: readonly InspectionWorker[];

  constructor(bundleCount: number) {
    this.#workers = startWorkers(bundleCount);
  }

  close(): void {
    for (const worker of this.#workers) worker.close();
  }

  /**
   * Yields the bundles in order. To save memory, loads only as many ahead as the workers can take.
   * Rethrows errors of the source.
   */
  async *inspected(source: Bundles): AsyncGenerator<InspectedBundle> {
    const pending: Promise<InspectedBundle>[] = [];
    const maxAhead = Math.max(1, this.#workers.length * QUEUE_SIZE);
    let lastLoad: Promise<unknown> = Promise.resolve();
    for (let index = 0; index < source.count + maxAhead; index += 1) {
      const oldest = index < maxAhead ? undefined : pending.shift();
      if (oldest) yield await oldest;
      if (index >= source.count) continue;
      const bytes = lastLoad.then(() => source.bytes(index));
      const inspection = bytes.then((bundle) =>
        this.#inspect({ bundle, count: source.entriesIn(index) }),
      );
      inspection.catch(() => undefined);
      lastLoad = bytes;
      pending.push(inspection);
    }
  }

  async #inspect(inspection: Inspection): Promise<InspectedBundle> {
    const inspectInThread = () => inspectBundle(inspection.bundle, inspection.count);
    const free = this.#workers
      .filter(({ load }) => load !== null)
      .sort((a, b) => (a.load ?? 0) - (b.load ?? 0));
    return (await free[0]?.inspect(inspection).catch(inspectInThread)) ?? inspectInThread();
  }
}

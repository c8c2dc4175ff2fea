import type { BundleSource } from './bundles';
import { inspectBundle, type InspectedBundle } from './inspectBundle';
import { type Inspection, inspectionAnswerSchema } from './messages';

/** Who waits for an answer. */
interface Asking {
  readonly resolve: (answer: InspectedBundle) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that inspects bundles, one after the other. */
class Helper {
  readonly #worker = new Worker(new URL('./inspector.worker.ts', import.meta.url), {
    type: 'module',
  });
  /** It answers in the order in which it was asked. */
  readonly #asking: Asking[] = [];
  #hasFailed = false;

  constructor() {
    const fail = () => this.#fail();
    this.#worker.addEventListener('error', fail);
    this.#worker.addEventListener('messageerror', fail);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      this.#asking.shift()?.resolve(inspectionAnswerSchema.parse(data)),
    );
  }

  /** How many bundles it has still to inspect; null once it failed, as where the browser doesn't start it. */
  get load(): number | null {
    return this.#hasFailed ? null : this.#asking.length;
  }

  /** @throws Error where it fails */
  inspect(asked: Inspection): Promise<InspectedBundle> {
    return new Promise((resolve, reject) => {
      this.#worker.postMessage(asked);
      this.#asking.push({ resolve, reject });
    });
  }

  close(): void {
    this.#worker.terminate();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.close();
    for (const { reject } of this.#asking.splice(0)) reject(new Error('A helper failed'));
  }
}

/** The bundles of a log, as {@link BundleSource} has them. */
type Bundles = Pick<BundleSource, 'count' | 'entriesIn' | 'bytes'>;

/** Most helpers: what they deliver must still be followed in order, by one. */
const MAX_HELPERS = 4;

/** Bundles that are worth the start of a helper. */
const WORTH_A_HELPER = 8;

/** Bundles that a helper has at once, so that it need not wait for its next: about 0.2 MB each. */
const AT_ONCE = 4;

function startHelpers(bundles: number): Helper[] {
  // One core gains nothing by a second thread.
  if (typeof Worker === 'undefined' || navigator.hardwareConcurrency < 2) return [];
  const worth = Math.floor(bundles / WORTH_A_HELPER);
  const count = Math.min(MAX_HELPERS, navigator.hardwareConcurrency, worth);
  try {
    return Array.from({ length: count }, () => new Helper());
  } catch {
    return [];
  }
}

/**
 * Inspects the bundles of a log: in workers of its own where the device has cores for them, otherwise, or where they
 * fail, right here.
 */
export class Inspectors {
  readonly #helpers: readonly Helper[];

  /** @param bundles how many bundles there are: a few don't make up for the start of a worker */
  constructor(bundles: number) {
    this.#helpers = startHelpers(bundles);
  }

  /** Ends all that runs. */
  close(): void {
    for (const helper of this.#helpers) helper.close();
  }

  /**
   * The bundles of a source in their order, with as many under way as the helpers have to do: more would only take memory.
   * @throws as the source does
   */
  async *inspected(source: Bundles): AsyncGenerator<InspectedBundle> {
    const coming: Promise<InspectedBundle>[] = [];
    const most = Math.max(1, this.#helpers.length * AT_ONCE);
    let before: Promise<unknown> = Promise.resolve();
    for (let index = 0; index < source.count + most; index += 1) {
      const first = index < most ? undefined : coming.shift();
      if (first) yield await first;
      if (index >= source.count) continue;
      const bytes = before.then(() => source.bytes(index));
      const next = bytes.then((bundle) =>
        this.#inspect({ bundle, count: source.entriesIn(index) }),
      );
      next.catch(() => undefined);
      before = bytes;
      coming.push(next);
    }
  }

  async #inspect(asked: Inspection): Promise<InspectedBundle> {
    const here = () => inspectBundle(asked.bundle, asked.count);
    const free = this.#helpers
      .filter(({ load }) => load !== null)
      .sort((one, other) => (one.load ?? 0) - (other.load ?? 0));
    return (await free[0]?.inspect(asked).catch(here)) ?? here();
  }
}

import { type Checkpoint, ledgerOfOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { entriesOfBundle } from '@quantalgo/contracts/record/log/entryBundle';
import * as z from 'zod/mini';
import { LEDGER_NAME } from '../core/databases';
import { withTable } from './heads';
import { BUNDLE_SIZE, checkpointIn, countIn, NotTheLogError, readBundle } from './log';
import type { Progress } from './messages';

const storedSchema = z.object({ note: z.string(), key: z.string(), at: z.number() });

/** The newest signed checkpoint whose entries are stored, its key, and when it was downloaded (epoch ms). */
export type StoredCheckpoint = z.infer<typeof storedSchema>;

/** Of its row. Its entries stand beside it, by ledger and number of the bundle. */
const CHECKPOINT_KEY = 'checkpoint';

const bundleKey = (ledgerId: string, index: number) => [ledgerId, 'entries', index];

const bundleKeySchema = z.tuple([z.string(), z.literal('entries'), z.number()]);

interface Bundle {
  readonly index: number;
  readonly bytes: Uint8Array;
}

/**
 * The entries of a ledger that are stored here, by number of the bundle. It finds those that were when it was first asked.
 * Never rejects: the browser may refuse it all.
 */
class BundleStore {
  readonly #ledgerId: string;
  #indexes: Promise<ReadonlySet<number>> | null = null;
  readonly #waiting: Bundle[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(ledgerId: string) {
    this.#ledgerId = ledgerId;
  }

  /** A stored bundle; null if it isn't stored. */
  async bytes(index: number): Promise<Uint8Array | null> {
    // A look-up each would take longer than all keys at once.
    this.#indexes ??= this.#storedIndexes();
    if (!(await this.#indexes).has(index)) return null;
    const key = bundleKey(this.#ledgerId, index);
    const work = (table: IDBObjectStore): IDBRequest<unknown> => table.get(key);
    const bytes = await withTable(LEDGER_NAME, 'readonly', work).catch(() => null);
    return bytes instanceof Uint8Array ? bytes : null;
  }

  /** Stores a bundle, together with those that come while the one before it is being stored. */
  store(index: number, bytes: Uint8Array): void {
    this.#waiting.push({ index, bytes });
    this.#storing = this.#storing.then(() => this.#storeWaiting()).catch(() => undefined);
  }

  async #storeWaiting(): Promise<void> {
    const [first, ...others] = this.#waiting.splice(0);
    if (!first) return;
    await withTable(LEDGER_NAME, 'readwrite', (table) => {
      const put = ({ index, bytes }: Bundle) => table.put(bytes, bundleKey(this.#ledgerId, index));
      others.forEach(put);
      return put(first);
    });
  }

  async #storedIndexes(): Promise<ReadonlySet<number>> {
    const all = IDBKeyRange.bound([this.#ledgerId, 'entries'], [this.#ledgerId, 'entries', []]);
    const keys: unknown[] = await withTable(LEDGER_NAME, 'readonly', (table) =>
      table.getAllKeys(all),
    ).catch(() => []);
    return new Set(keys.flatMap((key) => bundleKeySchema.safeParse(key).data?.[2] ?? []));
  }
}

/** The checkpoint whose entries are stored; null if there is none. */
export async function storedCheckpoint(): Promise<StoredCheckpoint | null> {
  try {
    const row: unknown = await withTable(LEDGER_NAME, 'readonly', (table) =>
      table.get(CHECKPOINT_KEY),
    );
    return storedSchema.safeParse(row).data ?? null;
  } catch {
    return null;
  }
}

/** Stores the checkpoint of the stored entries. Deletes those of another ledger. Never rejects. */
export async function storeCheckpoint(stored: StoredCheckpoint): Promise<void> {
  try {
    const before = await storedCheckpoint();
    const isSame = before && checkpointIn(before.note).origin === checkpointIn(stored.note).origin;
    if (isSame !== true) await withTable(LEDGER_NAME, 'readwrite', (table) => table.clear());
    await withTable(LEDGER_NAME, 'readwrite', (table) => table.put(stored, CHECKPOINT_KEY));
  } catch {
    return;
  }
}

/** Long (ms), as the visitor sees a progress bar and the network may be slow. */
export const LEDGER_TIMEOUT_MS = 30_000;

/** Callbacks of a verification: progress, and waiting for a retry. */
export interface Reporting {
  readonly report: (progress: Progress) => void;
  /** Settles when a failed download should be retried. */
  readonly again: () => Promise<void>;
}

/** Number of bundles downloaded ahead while the previous ones are verified. */
const AHEAD = 12;

/** The entries of a log, bundle by bundle: stored ones, otherwise downloaded, with retries on request. */
export class BundleSource {
  readonly #size: number;
  readonly #store: BundleStore;
  readonly #reporting: Reporting;
  /** Downloads that are under way or done, by bundle, until it is taken. */
  readonly #coming = new Map<number, Promise<Uint8Array>>();
  /** Those that were under way when a lost line came back. */
  readonly #outlasting = new WeakSet<Promise<Uint8Array>>();
  /** The first bundle whose download did not begin since then. */
  #next = 0;
  readonly #offline: boolean;
  readonly #fresh: boolean;
  /** Number of bundles that were downloaded, and of those already stored on this device. */
  downloaded = 0;
  kept = 0;

  /** @param fresh bypasses stored bundles and all caches */
  constructor(
    { origin, size }: Checkpoint,
    reporting: Reporting,
    { fresh, offline }: { readonly fresh: boolean; readonly offline: boolean },
  ) {
    this.#size = size;
    this.#store = new BundleStore(ledgerOfOrigin(origin));
    this.#reporting = reporting;
    this.#fresh = fresh;
    this.#offline = offline;
  }

  /** Number of bundles. */
  get count(): number {
    return Math.ceil(this.#size / BUNDLE_SIZE);
  }

  /** How many entries the log has in a bundle; one that was kept offline may hold more. */
  entriesIn(index: number): number {
    return Math.min(BUNDLE_SIZE, this.#size - index * BUNDLE_SIZE);
  }

  /** The entries of a bundle: {@link bytes}. */
  async bundle(index: number): Promise<readonly Uint8Array[]> {
    return entriesOfBundle(await this.bytes(index)).slice(0, this.entriesIn(index));
  }

  /**
   * A bundle. After a failed download it waits for {@link Reporting.again} and retries, with what was lost besides. What is
   * still under way then is left to arrive, as a slow line would carry all of it twice; what hangs is retried at its end,
   * without another wait.
   */
  async bytes(index: number): Promise<Uint8Array> {
    for (;;) {
      const coming = this.#expect(index);
      try {
        const bytes = await coming;
        this.#coming.delete(index);
        return bytes;
      } catch (error) {
        if (!this.#outlasting.has(coming)) await this.#pause(index, error);
      }
    }
  }

  /** Reports that a bundle is missing, until its download should be retried. */
  async #pause(index: number, error: unknown): Promise<void> {
    const waits = error instanceof NotTheLogError ? 'unreadable' : 'unanswered';
    const start = { entries: index * BUNDLE_SIZE, of: this.#size };
    this.#reporting.report({ ...start, waits });
    await this.#reporting.again();
    this.#reporting.report({ ...start, waits: null });
    this.#next = index;
    for (const coming of this.#coming.values()) this.#outlasting.add(coming);
  }

  /** The bundle, whose download is running or starts now, as do those of the following ones. */
  #expect(index: number): Promise<Uint8Array> {
    const end = Math.min(index + AHEAD + 1, this.count);
    for (; this.#next < end; this.#next += 1) void this.#begin(this.#next);
    return this.#begin(index);
  }

  /** Begins a download, unless it is under way or done. One that failed before its bundle's turn begins anew then. */
  #begin(index: number): Promise<Uint8Array> {
    const known = this.#coming.get(index);
    if (known) return known;
    const coming = this.#load(index);
    coming.catch(() => this.#coming.delete(index));
    this.#coming.set(index, coming);
    return coming;
  }

  async #load(index: number): Promise<Uint8Array> {
    const width = this.entriesIn(index);
    const isKept = !this.#fresh && (width === BUNDLE_SIZE || this.#offline);
    const kept = isKept ? await this.#store.bytes(index) : null;
    if (kept && (countIn(kept) ?? 0) >= width) {
      this.kept += 1;
      return kept;
    }
    const cache = this.#fresh ? 'reload' : 'default';
    const bytes = await readBundle(index, this.#size, { cache, timeoutMs: LEDGER_TIMEOUT_MS });
    this.downloaded += 1;
    this.#store.store(index, bytes);
    return bytes;
  }
}

import { type Checkpoint, parseLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { decodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import * as z from 'zod/mini';
import { LEDGER_NAME } from '../database/databases';
import { awaitRequest, changeRows, runInRows, openRows, readRow } from '../database/plain';
import {
  BUNDLE_SIZE,
  parseCheckpointNote,
  countBundleEntries,
  UnexpectedResponseError,
  fetchBundle,
} from './log';
import type { Progress } from './messages';

const storedSchema = z.object({
  note: z.string(),
  key: z.string(),
  at: z.number(),
  siteTime: z.number(),
});

/** Download time (epoch ms): `at` by this device's clock, `siteTime` by the site's. */
export type StoredCheckpoint = z.infer<typeof storedSchema>;

const CHECKPOINT_ROW = { database: LEDGER_NAME, key: 'checkpoint' } as const;

const toBundleKey = (ledgerId: string, index: number) => [ledgerId, 'entries', index];

const bundleKeySchema = z.tuple([z.string(), z.literal('entries'), z.number()]);

interface Bundle {
  readonly index: number;
  readonly bytes: Uint8Array;
}

/**
 * A ledger's stored bundles, read over one connection. Never rejects, because browsers may deny
 * storage.
 */
class BundleStore {
  readonly #ledgerId: string;
  readonly #database = openRows(LEDGER_NAME).catch(() => null);
  #indexes: Promise<ReadonlySet<number>> | null = null;
  readonly #queue: Bundle[] = [];
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(ledgerId: string) {
    this.#ledgerId = ledgerId;
  }

  async bytes(index: number): Promise<Uint8Array | null> {
    // Reading all keys at once is faster than one look-up per bundle.
    this.#indexes ??= this.#readIndexes();
    if (!(await this.#indexes).has(index)) return null;
    const key = toBundleKey(this.#ledgerId, index);
    const bytes = await this.#read((rows) => awaitRequest<unknown>(rows.get(key)));
    return bytes instanceof Uint8Array ? bytes : null;
  }

  store(index: number, bytes: Uint8Array): void {
    this.#queue.push({ index, bytes });
    this.#lastWrite = this.#lastWrite.then(() => this.#storeQueue()).catch(() => undefined);
  }

  async #read<T>(work: (rows: IDBObjectStore) => Promise<T>): Promise<T | null> {
    const database = await this.#database;
    return database && runInRows(database, 'readonly', work).catch(() => null);
  }

  async #storeQueue(): Promise<void> {
    const bundles = this.#queue.splice(0);
    const database = await this.#database;
    if (!database || bundles.length === 0) return;
    await runInRows(database, 'readwrite', (rows) =>
      Promise.all(
        bundles.map(({ index, bytes }) =>
          awaitRequest(rows.put(bytes, toBundleKey(this.#ledgerId, index))),
        ),
      ),
    );
  }

  async #readIndexes(): Promise<ReadonlySet<number>> {
    const range = IDBKeyRange.bound([this.#ledgerId, 'entries'], [this.#ledgerId, 'entries', []]);
    const keys = await this.#read((rows) => awaitRequest(rows.getAllKeys(range)));
    return new Set(keys?.flatMap((key) => bundleKeySchema.safeParse(key).data?.[2] ?? []));
  }
}

const parseStored = (row: unknown): StoredCheckpoint | null =>
  storedSchema.safeParse(row).data ?? null;

export const readStoredCheckpoint = (): Promise<StoredCheckpoint | null> =>
  readRow(CHECKPOINT_ROW).then(parseStored, () => null);

/** Deletes everything that belongs to another ledger. Never rejects. */
export async function storeCheckpoint(stored: StoredCheckpoint): Promise<void> {
  const { database, key } = CHECKPOINT_ROW;
  const isSame = ({ note }: StoredCheckpoint) =>
    parseCheckpointNote(note).origin === parseCheckpointNote(stored.note).origin;
  try {
    await changeRows(database, async (rows) => {
      const previous = parseStored(await awaitRequest<unknown>(rows.get(key)));
      if (!previous || !isSame(previous)) await awaitRequest(rows.clear());
      await awaitRequest(rows.put(stored, key));
    });
  } catch {
    // Without storage, the ledger is downloaded again.
  }
}

export const LEDGER_TIMEOUT_MS = 30_000;

export interface Reporting {
  readonly report: (progress: Progress) => void;
  readonly again: () => Promise<void>;
}

const MAX_PREFETCHED_BUNDLES = 12;

export class BundleSource {
  readonly #size: number;
  readonly #store: BundleStore;
  readonly #reporting: Reporting;
  readonly #downloads = new Map<number, Promise<Uint8Array>>();
  /** Downloads that were running when the network came back. */
  readonly #runningAtReconnect = new WeakSet<Promise<Uint8Array>>();
  #next = 0;
  readonly #offline: boolean;
  readonly #fresh: boolean;
  downloaded = 0;
  kept = 0;

  constructor(
    { origin, size }: Checkpoint,
    reporting: Reporting,
    { fresh, offline }: { readonly fresh: boolean; readonly offline: boolean },
  ) {
    this.#size = size;
    this.#store = new BundleStore(parseLogOrigin(origin));
    this.#reporting = reporting;
    this.#fresh = fresh;
    this.#offline = offline;
  }

  get count(): number {
    return Math.ceil(this.#size / BUNDLE_SIZE);
  }

  entriesIn(index: number): number {
    return Math.min(BUNDLE_SIZE, this.#size - index * BUNDLE_SIZE);
  }

  async bundle(index: number): Promise<readonly Uint8Array[]> {
    return decodeBundle(await this.bytes(index)).slice(0, this.entriesIn(index));
  }

  /**
   * After a failed download, waits for {@link Reporting.again} and retries. Downloads that were
   * running when the network came back continue, so that a slow network doesn't transfer them
   * twice. If they fail, they are retried at once.
   */
  async bytes(index: number): Promise<Uint8Array> {
    for (;;) {
      const download = this.#prefetch(index);
      try {
        const bytes = await download;
        this.#downloads.delete(index);
        return bytes;
      } catch (error) {
        if (!this.#runningAtReconnect.has(download)) await this.#pause(index, error);
      }
    }
  }

  async #pause(index: number, error: unknown): Promise<void> {
    const reason = error instanceof UnexpectedResponseError ? 'unreadable' : 'unanswered';
    const position = { entries: index * BUNDLE_SIZE, of: this.#size };
    this.#reporting.report({ ...position, waits: reason });
    await this.#reporting.again();
    this.#reporting.report({ ...position, waits: null });
    this.#next = index;
    for (const download of this.#downloads.values()) this.#runningAtReconnect.add(download);
  }

  #prefetch(index: number): Promise<Uint8Array> {
    const end = Math.min(index + MAX_PREFETCHED_BUNDLES + 1, this.count);
    for (; this.#next < end; this.#next += 1) void this.#startDownload(this.#next);
    return this.#startDownload(index);
  }

  #startDownload(index: number): Promise<Uint8Array> {
    const current = this.#downloads.get(index);
    if (current) return current;
    const download = this.#load(index);
    download.catch(() => this.#downloads.delete(index));
    this.#downloads.set(index, download);
    return download;
  }

  async #load(index: number): Promise<Uint8Array> {
    const width = this.entriesIn(index);
    const mayUseStored = !this.#fresh && (width === BUNDLE_SIZE || this.#offline);
    const stored = mayUseStored ? await this.#store.bytes(index) : null;
    if (stored && (countBundleEntries(stored) ?? 0) >= width) {
      this.kept += 1;
      return stored;
    }
    const cache = this.#fresh ? 'reload' : 'default';
    const bytes = await fetchBundle(index, this.#size, { cache, timeoutMs: LEDGER_TIMEOUT_MS });
    this.downloaded += 1;
    this.#store.store(index, bytes);
    return bytes;
  }
}

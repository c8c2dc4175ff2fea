import {
  envelopeSchema,
  LEDGER_PAGE_SIZE,
  ledgerEndpoints,
  type LedgerHead,
  ledgerHeadSchema,
  type Stamp,
  type StampedCheckpoint,
  stampedCheckpointSchema,
  STAMPS_PAGE_SIZE,
  stampSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { LEDGER_NAME } from '../core/databases';
import { readPublic } from '../core/readPublic';
import { withTable } from './heads';
import type { Progress } from './messages';

const storedHeadSchema = z.object({ head: ledgerHeadSchema, at: z.number() });

/** The newest head whose pages are stored, and when it was downloaded (epoch ms). */
export type StoredHead = z.infer<typeof storedHeadSchema>;

const HEAD_KEY = 'head';

/** A stored page, as the downloaded text; null if it isn't stored. */
async function storedPage(ledgerId: string, page: number): Promise<string | null> {
  try {
    const text: unknown = await withTable(LEDGER_NAME, 'readonly', (table) =>
      table.get([ledgerId, page]),
    );
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

/** Stores a page, if the browser allows it. Never rejects. */
async function storePage(ledgerId: string, page: number, text: string): Promise<void> {
  await withTable(LEDGER_NAME, 'readwrite', (table) => table.put(text, [ledgerId, page])).catch(
    () => undefined,
  );
}

/** The head whose pages are stored; null if there is none. */
export async function storedHead(): Promise<StoredHead | null> {
  try {
    const row: unknown = await withTable(LEDGER_NAME, 'readonly', (table) => table.get(HEAD_KEY));
    return storedHeadSchema.safeParse(row).data ?? null;
  } catch {
    return null;
  }
}

/** Stores the head of the stored pages. Deletes pages of another ledger. Never rejects. */
export async function storeHeadOfPages(head: LedgerHead, at: number): Promise<void> {
  try {
    const before = await storedHead();
    if (before && before.head.ledgerId !== head.ledgerId)
      await withTable(LEDGER_NAME, 'readwrite', (table) => table.clear());
    await withTable(LEDGER_NAME, 'readwrite', (table) => table.put({ head, at }, HEAD_KEY));
  } catch {
    return;
  }
}

/** Long (ms), as the visitor sees a progress bar and the network may be slow. */
export const LEDGER_TIMEOUT_MS = 30_000;

/** A page could not be downloaded: no answer, or one that isn't a page of a ledger. */
class DownloadError extends Error {
  constructor(
    readonly reason: 'unanswered' | 'unreadable',
    cause: unknown,
  ) {
    super(`A page of the ledger did not come: ${reason}`, { cause });
  }
}

const listSchema = z.array(z.unknown());

/**
 * The entries in the text of a reply, unparsed.
 * @throws DownloadError if it isn't a page
 */
function entriesIn(text: string): readonly unknown[] {
  try {
    const envelope = envelopeSchema.parse(JSON.parse(text));
    if (!envelope.success) throw new Error(envelope.error ?? 'The page was refused');
    return listSchema.parse(envelope.data);
  } catch (error) {
    throw new DownloadError('unreadable', error);
  }
}

/**
 * Downloads a page of a ledger as text.
 * @param fresh bypasses all caches
 * @throws DownloadError if there is no answer
 */
async function downloadPage(ledgerId: string, page: number, fresh: boolean): Promise<string> {
  const path = ledgerEndpoints.ledgerPage.path.replace(':page', String(page));
  try {
    const response = await fetch(
      `${path}?${new URLSearchParams({ ledger: ledgerId }).toString()}`,
      {
        headers: { Accept: 'application/json' },
        credentials: 'omit',
        cache: fresh ? 'reload' : 'default',
        signal: AbortSignal.timeout(LEDGER_TIMEOUT_MS),
      },
    );
    return await response.text();
  } catch (error) {
    throw new DownloadError('unanswered', error);
  }
}

/**
 * All daily stamps, oldest first.
 * @throws Error if they can't be fetched
 */
export async function downloadStamps(): Promise<Stamp[]> {
  const { path } = ledgerEndpoints.ledgerStamps;
  const stamps: Stamp[] = [];
  for (;;) {
    const after = stamps.at(-1)?.day;
    const address = after === undefined ? path : `${path}?after=${after}`;
    const { data } = await readPublic(
      { path: address, data: z.array(stampSchema) },
      LEDGER_TIMEOUT_MS,
    );
    stamps.push(...data);
    if (data.length < STAMPS_PAGE_SIZE) return stamps;
  }
}

const DAY_MS = 24 * 60 * 60_000;

/** How many days' stamped checkpoints are fetched, today's included: each is a request. */
export const STAMPED_DAYS = 7;

/** Midnight (UTC, epoch ms) of the first of these days. */
export const stampedSince = (now: number): number =>
  (Math.floor(now / DAY_MS) - STAMPED_DAYS + 1) * DAY_MS;

async function stampedOfDay(day: string): Promise<StampedCheckpoint[]> {
  const signal = AbortSignal.timeout(LEDGER_TIMEOUT_MS);
  const response = await fetch(`/ledger/stamps/${day}`, { credentials: 'omit', signal });
  if (!response.ok) throw new Error(`The stamps of ${day} answered ${response.status}`);
  const lines = (await response.text()).split('\n').filter(Boolean);
  return lines.map((line) => stampedCheckpointSchema.parse(JSON.parse(line)));
}

/**
 * The stamped checkpoints of the last {@link STAMPED_DAYS} days until `now` (epoch ms).
 * @throws Error if they can't be fetched
 */
export async function downloadStamped(now: number): Promise<StampedCheckpoint[]> {
  const first = stampedSince(now);
  const days = Array.from({ length: STAMPED_DAYS }, (_, day) =>
    new Date(first + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
  );
  return (await Promise.all(days.map(stampedOfDay))).flat();
}

/** Callbacks of a verification: progress, and waiting for a retry. */
export interface Reporting {
  readonly report: (progress: Progress) => void;
  /** Settles when a failed download should be retried. */
  readonly again: () => Promise<void>;
}

/** Number of pages downloaded ahead while the previous ones are verified. */
const AHEAD = 3;

type Entries = readonly unknown[];

/** The pages of a ledger: stored ones, otherwise downloaded, with retries on request. */
export class PageSource {
  readonly #head: LedgerHead;
  readonly #reporting: Reporting;
  readonly #coming = new Map<number, Promise<Entries>>();
  readonly #offline: boolean;
  #fresh: boolean;
  /** Number of pages that were downloaded, and of those already stored on this device. */
  downloaded = 0;
  kept = 0;

  constructor(
    head: LedgerHead,
    reporting: Reporting,
    { fresh, offline }: { readonly fresh: boolean; readonly offline: boolean },
  ) {
    this.#head = head;
    this.#reporting = reporting;
    this.#fresh = fresh;
    this.#offline = offline;
  }

  /** The entries of a page, unparsed. After a failed download it waits for {@link Reporting.again} and retries. */
  async page(page: number): Promise<Entries> {
    for (;;) {
      try {
        const entries = await this.#expect(page);
        this.#coming.delete(page);
        return entries;
      } catch (error) {
        this.#coming.clear();
        const waits = error instanceof DownloadError ? error.reason : 'unreadable';
        this.#reporting.report({ ...this.#startOf(page), waits });
        await this.#reporting.again();
        this.#reporting.report({ ...this.#startOf(page), waits: null });
      }
    }
  }

  /** Makes further downloads bypass stored pages and all caches. */
  forget(): void {
    this.#coming.clear();
    this.#fresh = true;
  }

  #startOf(page: number): Pick<Progress, 'entries' | 'of'> {
    return { entries: page * LEDGER_PAGE_SIZE, of: this.#head.seq + 1 };
  }

  /** The page, whose download is running or starts now, as do those of the following pages. */
  #expect(page: number): Promise<Entries> {
    const last = Math.floor(this.#head.seq / LEDGER_PAGE_SIZE);
    for (let next = page; next <= Math.min(page + AHEAD, last); next += 1) {
      if (this.#coming.has(next)) continue;
      const coming = this.#load(next);
      coming.catch(() => undefined);
      this.#coming.set(next, coming);
    }
    return this.#coming.get(page) ?? this.#load(page);
  }

  async #load(page: number): Promise<Entries> {
    const { ledgerId, seq } = this.#head;
    const isFull = (page + 1) * LEDGER_PAGE_SIZE <= seq + 1;
    const kept =
      !this.#fresh && (isFull || this.#offline) ? await storedPage(ledgerId, page) : null;
    if (kept !== null) {
      this.kept += 1;
      return entriesIn(kept);
    }
    const text = await downloadPage(ledgerId, page, this.#fresh);
    const entries = entriesIn(text);
    this.downloaded += 1;
    void storePage(ledgerId, page, text);
    return entries;
  }
}

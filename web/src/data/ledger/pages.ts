import {
  envelopeSchema,
  LEDGER_PAGE_SIZE,
  ledgerEndpoints,
  type LedgerHead,
  ledgerHeadSchema,
  type Stamp,
  STAMPS_PAGE_SIZE,
  stampSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { LEDGER_NAME } from '../core/databases';
import { readPublic } from '../core/readPublic';
import { withTable } from './heads';
import type { Progress } from './messages';

const storedHeadSchema = z.object({ head: ledgerHeadSchema, at: z.number() });

/** The newest head whose pages are kept, and when it was downloaded (epoch ms). */
export type StoredHead = z.infer<typeof storedHeadSchema>;

const HEAD_KEY = 'head';

/** A page that this device keeps, as the text that was downloaded; null where it keeps none. */
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

/** Keeps a page, where the browser keeps anything. Never rejects. */
async function storePage(ledgerId: string, page: number, text: string): Promise<void> {
  await withTable(LEDGER_NAME, 'readwrite', (table) => table.put(text, [ledgerId, page])).catch(
    () => undefined,
  );
}

/** The head whose pages this device keeps; null where it keeps none. */
export async function storedHead(): Promise<StoredHead | null> {
  try {
    const row: unknown = await withTable(LEDGER_NAME, 'readonly', (table) => table.get(HEAD_KEY));
    return storedHeadSchema.safeParse(row).data ?? null;
  } catch {
    return null;
  }
}

/** Notes which head the kept pages lead to. Pages of another ledger go. Never rejects. */
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

/** Somebody waits for it and sees a bar: a slow network is given time (ms). */
export const LEDGER_TIMEOUT_MS = 30_000;

/** No page came: nothing answered, or something that is no page of a ledger. */
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
 * The entries in the text of a reply, as they came.
 * @throws DownloadError where it is none
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
 * @param fresh past whatever cache keeps it
 * @throws DownloadError where it does not come
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
 * @throws Error where they do not come
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

/** How a verification tells how far it is, and asks to be let go on. */
export interface Reporting {
  readonly report: (progress: Progress) => void;
  /** Settles when a download that failed shall be tried again. */
  readonly again: () => Promise<void>;
}

/** Pages that are asked for while the ones before them are verified. */
const AHEAD = 3;

type Entries = readonly unknown[];

/** The pages of a ledger: from this device where it keeps them, otherwise downloaded, as often as it takes. */
export class PageSource {
  readonly #head: LedgerHead;
  readonly #reporting: Reporting;
  readonly #coming = new Map<number, Promise<Entries>>();
  readonly #offline: boolean;
  #fresh: boolean;
  /** How many pages were downloaded, and how many this device kept already. */
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

  /** The entries of a page, as they came. While it does not come, it waits until it is asked to try again. */
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

  /** Has the last page downloaded past every cache when it is next asked for. */
  forget(): void {
    this.#coming.clear();
    this.#fresh = true;
  }

  #startOf(page: number): Pick<Progress, 'entries' | 'of'> {
    return { entries: page * LEDGER_PAGE_SIZE, of: this.#head.seq + 1 };
  }

  /** The page, on its way already or from now on, as are those after it. */
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

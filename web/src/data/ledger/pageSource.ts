import { LEDGER_PAGE_SIZE, type LedgerHead } from '@quantalgo/contracts';
import { DownloadError, downloadPage, entriesIn } from './download';
import type { Progress } from './outcome';
import { keepPage, keptPage } from './pages';

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
    const kept = !this.#fresh && (isFull || this.#offline) ? await keptPage(ledgerId, page) : null;
    if (kept !== null) {
      this.kept += 1;
      return entriesIn(kept);
    }
    const text = await downloadPage(ledgerId, page, this.#fresh);
    const entries = entriesIn(text);
    this.downloaded += 1;
    void keepPage(ledgerId, page, text);
    return entries;
  }
}

import { isDemonstration, type Source } from '../../signals/source';
import { canonicalJson, type Json } from '../canonical';
import { ledgerEntrySchema, NO_ENTRY_BEFORE, type LedgerEntry } from '../entry';
import { SlotCoverage } from './coverage';
import { Seals } from './seals';
import { sha256Hex } from './sha256';
import { Counter, ratesOf, type Standing, type ChainTally } from './tally';

/** The first entry of a chain that is not as it must be, and what is wrong with it, as a sentence. */
export interface Break {
  readonly seq: number;
  readonly reason: string;
}

/** What a chain that holds says of itself, computed from its entries alone. */
export interface ChainSummary extends ChainTally, ReturnType<typeof ratesOf> {
  readonly ledgerId: string;
  readonly source: Source;
  readonly demonstration: boolean;
  readonly entries: number;
  readonly head: { readonly seq: number; readonly hash: string; readonly at: string };
  /** Commitments that wait for their settlement. */
  readonly waiting: number;
  /** Commitments whose time is over: counted as lost in the rates. */
  readonly overdue: number;
}

/** An entry may lie this far (ms) ahead of the clock that it is checked by: clocks differ. */
export const AHEAD_MS = 10 * 60_000;

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** SHA-256 over all fields of an entry but its hash, whatever they are; null where they can't be hashed. */
function hashOf({ hash, ...rest }: Readonly<Record<string, Json>>): string | null {
  try {
    return sha256Hex(canonicalJson(rest));
  } catch {
    return null;
  }
}

/**
 * Checks a chain entry by entry, from the first on: numbers, hashes, times, slots, seals and outcomes. It trusts nothing
 * that the chain says of itself, and stops at the first entry that does not hold.
 */
export class ChainVerifier {
  readonly #now: number;
  readonly #ledgerId: string | undefined;
  readonly #coverage = new SlotCoverage();
  readonly #seals = new Seals();
  readonly #counter = new Counter();
  readonly #hashes: string[] = [];
  readonly #times: number[] = [];
  #first: Extract<LedgerEntry, { type: 'genesis' }> | null = null;
  #last: LedgerEntry | null = null;
  #broken: Break | null = null;

  /**
   * @param now epoch ms by a clock that is trusted: no entry can be of later
   * @param ledgerId the ledger that it must be; any where it is undefined
   */
  constructor(now: number, ledgerId?: string) {
    this.#now = now;
    this.#ledgerId = ledgerId;
  }

  /** How many entries were found to hold. */
  get count(): number {
    return this.#hashes.length;
  }

  /** Takes the next entry as JSON.parse gave it; gives the break, once there is one. */
  take(given: unknown): Break | null {
    if (this.#broken) return this.#broken;
    const seq = this.count;
    const parsed = ledgerEntrySchema.safeParse(given);
    const reason = isObject(given) && parsed.success ? this.#wrong(parsed.data, given) : NO_ENTRY;
    if (reason !== null) this.#broken = { seq, reason };
    else if (parsed.success) this.#keep(parsed.data);
    return this.#broken;
  }

  #wrong(entry: LedgerEntry, given: Readonly<Record<string, Json>>): string | null {
    return (
      this.#unchained(entry, given) ??
      this.#implausible(entry) ??
      this.#coverage.take(entry) ??
      this.#seals.take(entry)
    );
  }

  #unchained(entry: LedgerEntry, given: Readonly<Record<string, Json>>): string | null {
    const seq = this.count;
    if (entry.seq !== seq) return `It carries number ${entry.seq}, where number ${seq} must be.`;
    if (entry.prev !== (this.#last?.hash ?? NO_ENTRY_BEFORE))
      return 'It does not follow the entry before it: the hash that links them differs.';
    return hashOf(given) === entry.hash
      ? null
      : 'Its content does not have the hash that it claims.';
  }

  #implausible(entry: LedgerEntry): string | null {
    if ((entry.type === 'genesis') !== (this.#last === null))
      return 'A ledger begins with its genesis, and has no other.';
    if (entry.type === 'genesis' && entry.ledgerId !== (this.#ledgerId ?? entry.ledgerId))
      return 'It begins another ledger than the site says.';
    const at = Date.parse(entry.at);
    if (this.#last && at < Date.parse(this.#last.at))
      return 'Its time is before that of the entry before it.';
    if (at > this.#now + AHEAD_MS) return 'Its time has not come yet.';
    if (this.#last && entry.source !== this.#last.source)
      return `It is of the ${entry.source} market, the ledger of the ${this.#last.source} one.`;
    return null;
  }

  #keep(entry: LedgerEntry): void {
    if (entry.type === 'genesis') this.#first = entry;
    this.#last = entry;
    this.#hashes.push(entry.hash);
    this.#times.push(Date.parse(entry.at));
    this.#counter.take(entry);
  }

  /** Hash and time (epoch ms) of an entry that was found to hold; null where there is none of this number. */
  entryAt(seq: number): { readonly hash: string; readonly at: number } | null {
    const hash = this.#hashes[seq];
    const at = this.#times[seq];
    return hash === undefined || at === undefined ? null : { hash, at };
  }

  /** How the record stood when this many signals were settled; null where there are not as many. */
  after(settled: number): Standing | null {
    return this.#counter.after(settled);
  }

  /** What the entries so far add up to; null before the first. */
  summary(): ChainSummary | null {
    if (!this.#first || !this.#last) return null;
    const { ledgerId, source } = this.#first;
    const { seq, hash, at } = this.#last;
    const tally = this.#counter.tally();
    const open = this.#seals.open(this.#now);
    return {
      ...tally,
      ...open,
      ...ratesOf(tally, open.overdue),
      ledgerId,
      source,
      demonstration: isDemonstration(source),
      entries: this.count,
      head: { seq, hash, at },
    };
  }
}

const NO_ENTRY = 'It is no entry of a ledger: a field is missing or has no sense.';

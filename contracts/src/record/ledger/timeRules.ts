import { hasCandle } from '../../market/marketHours';
import type { LadderRules } from '../../signals/rules';
import { SLOT_MS, slotId, slotStartOfId } from '../../core/slots';
import type { LedgerEntry } from './entry';

/** Latest publication (ms after its slot's start). A later one would leave no time to prepare: the slot is missed. */
export const LATEST_PUBLICATION_MS = 90_000;

/**
 * Latest record of a miss (ms after its slot's start): the end of the next slot, when the first entry's outcome becomes
 * known. The run of the next slot writes down one that its own run left out.
 */
const LATEST_MISS_MS = 2 * SLOT_MS;

/** Most settlements of {@link PRICES_WINDOW} in a row with a missing price: one missing close touches up to five. */
const MAX_WITHOUT_PRICE = 5;

const PRICES_WINDOW = 100;

/** How much older (ms) than a sighting an entry after it may claim to be: caches lag, clocks differ, commits take time. */
const LAG_MS = 2 * 60_000;

/** The same tolerance for entries that a job may retry for some minutes. It can be larger because nobody gains from the delay. */
const RETRIED_LAG_MS = 10 * 60_000;

/** The rules of time, by what breaks them. */
export type TimeRule =
  | 'back-dated'
  | 'late-publication'
  | 'closed-while-open'
  | 'late-miss'
  | 'missing-prices';

/**
 * What a broken rule shows: `false` that something untrue was written down; `doubtful` that a cheat could be behind it,
 * or an honest outage.
 */
export const WEIGHT_OF: Readonly<Record<TimeRule, 'false' | 'doubtful'>> = {
  'back-dated': 'false',
  'late-publication': 'false',
  'closed-while-open': 'false',
  'late-miss': 'doubtful',
  'missing-prices': 'doubtful',
};

/** A rule of time that entries of a chain break, although the chain itself holds. */
export interface TimeFault {
  readonly rule: TimeRule;
  /** Number of the first entry that breaks it. */
  readonly seq: number;
  /** How many entries of its kind break it, with no other of its kind between. */
  readonly count: number;
  /** What is wrong with the first, as a sentence. */
  readonly reason: string;
}

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

/**
 * A slot within a closed range at which the calendar has both currencies and metals traded; null if there is none. The
 * ledger doesn't say which pairs it follows, so a closure is accepted if either market was closed.
 */
function openWithin({ from, to }: Entry<'closed'>, { levels }: LadderRules): string | null {
  const endsAfter = (levels + 1) * SLOT_MS;
  const last = slotStartOfId(to);
  for (let slot = slotStartOfId(from); slot <= last; slot += SLOT_MS) {
    const times = [slot, slot + endsAfter];
    if (times.every((at) => hasCandle('EURUSD', at) && hasCandle('XAUUSD', at)))
      return slotId(slot);
  }
  return null;
}

const publishedAfter = (ms: number): string =>
  `It was published ${Math.ceil(ms / 1000)} seconds after its slot began, where ${LATEST_PUBLICATION_MS / 1000} are allowed.`;

const missedAfter = (slot: string, ms: number): string =>
  `Slot ${slot} was said to be missed ${Math.floor(ms / 60_000)} minutes after it began, when its outcome could be known.`;

const wasOpen = (slot: string): string =>
  `It says that the market was closed at ${slot}, when it was open.`;

const lackPrices = (found: number, all: number): string =>
  `Of the last ${all} settlements ${found} lack a price and were not lost, where ${MAX_WITHOUT_PRICE} are allowed.`;

/** Watches what the entries of a valid chain claim about time and prices. */
export class TimeRules {
  readonly #faults: TimeFault[] = [];
  /** The place in the faults of a rule's newest, while entries of its kind break it one after another. */
  readonly #running = new Map<TimeRule, number>();
  readonly #withoutPrice: boolean[] = [];
  /** How many of these are. */
  #found = 0;

  /** Takes the next entry of a valid chain; `rules` are those of its genesis. */
  take(entry: LedgerEntry, rules: LadderRules): void {
    if (entry.type === 'publication') this.#publication(entry);
    else if (entry.type === 'miss') this.#miss(entry);
    else if (entry.type === 'closed') this.#closed(entry, rules);
    else if (entry.type === 'settlement') this.#settlement(entry);
  }

  /** The faults so far, in order of their first entries. */
  get faults(): readonly TimeFault[] {
    return this.#faults;
  }

  #publication({ seq, at, slot }: Entry<'publication'>): void {
    const after = Date.parse(at) - slotStartOfId(slot);
    this.#say(
      'late-publication',
      seq,
      after > LATEST_PUBLICATION_MS ? publishedAfter(after) : null,
    );
  }

  #miss({ seq, at, slot }: Entry<'miss'>): void {
    const after = Date.parse(at) - slotStartOfId(slot);
    this.#say('late-miss', seq, after >= LATEST_MISS_MS ? missedAfter(slot, after) : null);
  }

  #closed(entry: Entry<'closed'>, rules: LadderRules): void {
    // Replayed and made-up markets have a calendar of their own.
    const open = entry.source === 'twelvedata' ? openWithin(entry, rules) : null;
    this.#say('closed-while-open', entry.seq, open === null ? null : wasOpen(open));
  }

  #settlement({ seq, closes, outcome }: Entry<'settlement'>): void {
    // A loss can't have profited from a missing price, so only other outcomes count.
    const isWithout = outcome !== 'loss' && closes.some(({ price }) => price === null);
    this.#withoutPrice.push(isWithout);
    const isLeft = this.#withoutPrice.length > PRICES_WINDOW && this.#withoutPrice.shift();
    this.#found += Number(isWithout) - Number(isLeft);
    const isMany = this.#found > MAX_WITHOUT_PRICE;
    const all = this.#withoutPrice.length;
    this.#say('missing-prices', seq, isMany ? lackPrices(this.#found, all) : null);
  }

  #say(rule: TimeRule, seq: number, reason: string | null): void {
    const place = this.#running.get(rule);
    const before = place === undefined ? undefined : this.#faults[place];
    if (reason === null) this.#running.delete(rule);
    else if (place !== undefined && before)
      this.#faults[place] = { ...before, count: before.count + 1 };
    else {
      this.#running.set(rule, this.#faults.length);
      this.#faults.push({ rule, seq, count: 1, reason });
    }
  }
}

/** That a ledger had this many entries, and no more, at a time that others know. */
export interface Sighting {
  readonly size: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Whether an entry after a sighting claims to be older than it, by more than caches, clocks and retries explain. */
export function isBackDated(
  { type, at }: { readonly type: string; readonly at: number },
  sighting: Sighting,
): boolean {
  const isRetried = type === 'settlement' || type === 'correction';
  return at < sighting.at - (isRetried ? RETRIED_LAG_MS : LAG_MS);
}

/** A valid chain's entries, as far as the rule of sightings needs them. */
interface Timed {
  readonly count: number;
  entryAt(seq: number): { readonly type: LedgerEntry['type']; readonly at: number } | null;
}

/** How far (entries) behind a sighting a back-dated one can be: times of a chain never go back. */
function backDatedAfter(chain: Timed, sighting: Sighting): TimeFault | null {
  let seq: number | null = null;
  let count = 0;
  for (let next = sighting.size; next < chain.count; next += 1) {
    const entry = chain.entryAt(next);
    if (!entry || entry.at >= sighting.at - LAG_MS) break;
    if (!isBackDated(entry, sighting)) continue;
    seq ??= next;
    count += 1;
  }
  const first = seq === null ? null : chain.entryAt(seq);
  if (seq === null || !first) return null;
  const [claimed, seen] = [first.at, sighting.at].map((at) => new Date(at).toISOString());
  const reason = `It claims to be of ${claimed}, but was not there yet at ${seen}.`;
  return { rule: 'back-dated', seq, count, reason };
}

/**
 * The entries of a valid chain that claim to be older than a time at which they were not there yet: one fault for each
 * first such entry, of the sighting that shows most of them.
 */
export function backDated(chain: Timed, sightings: readonly Sighting[]): TimeFault[] {
  const found = new Map<number, TimeFault>();
  for (const sighting of sightings) {
    const fault = backDatedAfter(chain, sighting);
    const before = fault && found.get(fault.seq);
    if (fault && (before?.count ?? 0) < fault.count) found.set(fault.seq, fault);
  }
  return [...found.values()].sort((one, other) => one.seq - other.seq);
}

import { hasCandle } from '../../market/marketHours';
import type { LadderRules } from '../../signals/rules';
import { SLOT_MS, slotId, parseSlotId } from '../../core/slots';
import type { LedgerEntry } from './entry';

/**
 * Counted from the slot's start. Later publications leave no time to prepare, so the slot counts as
 * missed.
 */
export const LATEST_PUBLICATION_MS = 90_000;

/**
 * Counted from the slot's start: when the first entry's outcome becomes known. Leaves time for the
 * next slot's run to record misses that this one left out.
 */
const LATEST_MISS_MS = 2 * SLOT_MS;

/** Limit per {@link PRICES_WINDOW} settlements. One missing close affects up to five. */
const MAX_WITHOUT_PRICE = 5;

const PRICES_WINDOW = 100;

/**
 * An entry that a sighting lacks may be dated this much before it, because caches lag and clocks
 * differ.
 */
const MAX_LAG_MS = 2 * 60_000;

/** Longer for entries that a job may retry for minutes, because nobody gains from their delay. */
const MAX_RETRIED_LAG_MS = 10 * 60_000;

export type TimeRule =
  | 'back-dated'
  | 'late-publication'
  | 'closed-while-open'
  | 'late-miss'
  | 'missing-prices';

/** `false`: provably untrue. `doubtful`: fraud or an outage. */
export const SEVERITY: Readonly<Record<TimeRule, 'false' | 'doubtful'>> = {
  'back-dated': 'false',
  'late-publication': 'false',
  'closed-while-open': 'false',
  'late-miss': 'doubtful',
  'missing-prices': 'doubtful',
};

export interface TimeFault {
  readonly rule: TimeRule;
  readonly seq: number;
  readonly count: number;
  readonly reason: string;
}

type Entry<T extends LedgerEntry['type']> = Extract<LedgerEntry, { type: T }>;

/**
 * A slot in the range at which both currencies and metals trade. Accepts a closure if either market
 * was closed, because the ledger doesn't state its pairs.
 */
function findOpenSlot({ from, to }: Entry<'closed'>, { levels }: LadderRules): string | null {
  const endsAfter = (levels + 1) * SLOT_MS;
  const last = parseSlotId(to);
  for (let slot = parseSlotId(from); slot <= last; slot += SLOT_MS) {
    const times = [slot, slot + endsAfter];
    if (times.every((at) => hasCandle('EURUSD', at) && hasCandle('XAUUSD', at)))
      return slotId(slot);
  }
  return null;
}

const describeLatePublication = (ms: number): string =>
  `It was published ${Math.ceil(ms / 1000)} seconds after its slot began, but at most ${LATEST_PUBLICATION_MS / 1000} are allowed.`;

const describeLateMiss = (slot: string, ms: number): string =>
  `Slot ${slot} was reported as missed ${Math.floor(ms / 60_000)} minutes after it began, when its outcome could already be known.`;

const describeOpenMarket = (slot: string): string =>
  `It says that the market was closed at ${slot}, when it was open.`;

const describeMissingPrices = (missing: number, total: number): string =>
  `Of the last ${total} settlements, ${missing} lack a price and were not lost, but at most ${MAX_WITHOUT_PRICE} are allowed.`;

export class TimeRules {
  readonly #faults: TimeFault[] = [];
  readonly #runningFaults = new Map<TimeRule, number>();
  readonly #withoutPrice: boolean[] = [];
  #missing = 0;

  take(entry: LedgerEntry, rules: LadderRules): void {
    if (entry.type === 'publication') this.#checkPublication(entry);
    else if (entry.type === 'miss') this.#checkMiss(entry);
    else if (entry.type === 'closed') this.#checkClosed(entry, rules);
    else if (entry.type === 'settlement') this.#checkSettlement(entry);
  }

  get faults(): readonly TimeFault[] {
    return this.#faults;
  }

  #checkPublication({ seq, at, slot }: Entry<'publication'>): void {
    const delayMs = Date.parse(at) - parseSlotId(slot);
    this.#report(
      'late-publication',
      seq,
      delayMs > LATEST_PUBLICATION_MS ? describeLatePublication(delayMs) : null,
    );
  }

  #checkMiss({ seq, at, slot }: Entry<'miss'>): void {
    const delayMs = Date.parse(at) - parseSlotId(slot);
    this.#report(
      'late-miss',
      seq,
      delayMs >= LATEST_MISS_MS ? describeLateMiss(slot, delayMs) : null,
    );
  }

  #checkClosed(entry: Entry<'closed'>, rules: LadderRules): void {
    // Replayed and simulated markets have their own calendars.
    const openSlot = entry.source === 'twelvedata' ? findOpenSlot(entry, rules) : null;
    this.#report(
      'closed-while-open',
      entry.seq,
      openSlot === null ? null : describeOpenMarket(openSlot),
    );
  }

  #checkSettlement({ seq, closes, outcome }: Entry<'settlement'>): void {
    // Losses don't count, because a missing price can't have helped them.
    const lacksPrice = outcome !== 'loss' && closes.some(({ price }) => price === null);
    this.#withoutPrice.push(lacksPrice);
    const droppedLacksPrice =
      this.#withoutPrice.length > PRICES_WINDOW && this.#withoutPrice.shift();
    this.#missing += Number(lacksPrice) - Number(droppedLacksPrice);
    const exceedsLimit = this.#missing > MAX_WITHOUT_PRICE;
    const total = this.#withoutPrice.length;
    this.#report(
      'missing-prices',
      seq,
      exceedsLimit ? describeMissingPrices(this.#missing, total) : null,
    );
  }

  #report(rule: TimeRule, seq: number, reason: string | null): void {
    const index = this.#runningFaults.get(rule);
    const runningFault = index === undefined ? undefined : this.#faults[index];
    if (reason === null) this.#runningFaults.delete(rule);
    else if (index !== undefined && runningFault)
      this.#faults[index] = { ...runningFault, count: runningFault.count + 1 };
    else {
      this.#runningFaults.set(rule, this.#faults.length);
      this.#faults.push({ rule, seq, count: 1, reason });
    }
  }
}

/** The ledger's number of entries at a time (epoch ms) that an outside clock confirms. */
export interface Sighting {
  readonly size: number;
  readonly at: number;
}

export function isBackDated(
  { type, at }: { readonly type: string; readonly at: number },
  sighting: Sighting,
): boolean {
  const isRetried = type === 'settlement' || type === 'correction';
  return at < sighting.at - (isRetried ? MAX_RETRIED_LAG_MS : MAX_LAG_MS);
}

interface TimedChain {
  readonly count: number;
  entryAt(seq: number): { readonly type: LedgerEntry['type']; readonly at: number } | null;
}

/** Stops at the first entry that is late enough, because a chain's times never decrease. */
function findBackDatedAfter(chain: TimedChain, sighting: Sighting): TimeFault | null {
  let seq: number | null = null;
  let count = 0;
  for (let nextSeq = sighting.size; nextSeq < chain.count; nextSeq += 1) {
    const entry = chain.entryAt(nextSeq);
    if (!entry || entry.at >= sighting.at - MAX_LAG_MS) break;
    if (!isBackDated(entry, sighting)) continue;
    seq ??= nextSeq;
    count += 1;
  }
  const firstEntry = seq === null ? null : chain.entryAt(seq);
  if (seq === null || !firstEntry) return null;
  const [stated, observed] = [firstEntry.at, sighting.at].map((at) => new Date(at).toISOString());
  const reason = `It is dated ${stated}, but did not exist yet at ${observed}.`;
  return { rule: 'back-dated', seq, count, reason };
}

/**
 * Entries that claim to be older than a sighting that lacks them. Sightings with the same first
 * entry make one fault, with the highest count.
 */
export function findBackDated(chain: TimedChain, sightings: readonly Sighting[]): TimeFault[] {
  const faults = new Map<number, TimeFault>();
  for (const sighting of sightings) {
    const fault = findBackDatedAfter(chain, sighting);
    const previous = fault && faults.get(fault.seq);
    if (fault && (previous?.count ?? 0) < fault.count) faults.set(fault.seq, fault);
  }
  return [...faults.values()].sort((a, b) => a.seq - b.seq);
}

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { type LedgerEntry, sealedPart } from '@quantalgo/contracts/record/ledger/entry';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import {
  countSettlement,
  NO_SIGNALS_SETTLED,
  type PerformanceCounters,
} from '@quantalgo/contracts/record/performance';
import { endedIn, isRevealedLate, REVEAL_WITHIN_MS } from '@quantalgo/contracts/signals/ended';
import {
  closeTimes,
  decidedBy,
  evaluateLadder,
  type LadderOutcome,
} from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Settlement, Signal, Source } from '@quantalgo/contracts/signals/signal';
import type { Basis } from '../signals/basis';
import type { Confirmation } from './confirmation';
import { append, type ChainEnd, commitmentTo, type EntryBody } from './ledger';
import type { Draft, SlotDecision } from '../signals/selection';

/** How long (ms) to wait for a missing close; after that its level counts as flat. */
export const LATE_CANDLE_GRACE_MS = 10 * 60_000;

/** Reasons why a signal is judged on no price. */
export const NO_CLOSE = {
  missing: 'The source has no candle',
  doubtful: 'A jump that no second reading confirmed',
  unreadable: 'The stored close can’t be read',
} as const;

/** A jump that was first read at a time (epoch ms), and that no second reading has confirmed since. */
interface Doubtful {
  readonly firstReadAt: number;
}

/** There is no close, or one that can't be read. */
type Missing = typeof NO_CLOSE.missing | typeof NO_CLOSE.unreadable;

/**
 * What is known of a close: its price, or that it is doubtful or missing. A doubtful one may still be confirmed, so it says
 * since when it waits for that; its reason in words is for what was judged without it.
 */
export type KnownClose = number | Doubtful | Missing;

/** What is known of the close at a time (epoch ms). */
export type CloseAt = (time: number) => KnownClose;

/** A close that a signal was judged on, or the reason why there is none. */
export interface JudgedClose {
  readonly at: number;
  readonly price: number | null;
  readonly reason?: string;
}

export type Judgement =
  | { readonly state: 'waiting'; readonly until: number }
  | ({ readonly state: 'settled'; readonly closes: readonly JudgedClose[] } & LadderOutcome);

/** The close at `at` (epoch ms) as a signal is judged on it. */
export function judged(at: number, close: KnownClose): JudgedClose {
  if (typeof close === 'number') return { at, price: close };
  return { at, price: null, reason: typeof close === 'string' ? close : NO_CLOSE.doubtful };
}

/**
 * Until when (epoch ms) the close at `at` is waited for, where it is missing. A jump has its time from its first reading
 * on, so that it gets a second one after an outage too, unless the commitment might be revealed too late for that: the
 * settling job runs once a slot. One that is stored and can't be read may say anything, so no level is flat by it.
 */
function waitedFor(createdAt: number, at: number, close: KnownClose): number {
  if (close === NO_CLOSE.unreadable) return createdAt + REVEAL_WITHIN_MS + 1;
  const from = typeof close === 'object' ? Math.max(at, close.firstReadAt) : at;
  return Math.min(from + LATE_CANDLE_GRACE_MS, createdAt + REVEAL_WITHIN_MS - SLOT_MS);
}

/**
 * Judges a signal at `now` (epoch ms) on stored closes, by the rules of the record that it was published in. A signal
 * not judged before its commitment had to be revealed is lost, whatever the market did.
 */
export function judge(
  signal: Pick<Signal, 'createdAt' | 'direction'>,
  closeAt: CloseAt,
  { now, rules }: { readonly now: number; readonly rules: LadderRules },
): Judgement {
  const times = closeTimes(signal.createdAt, rules);
  if (isRevealedLate(signal.createdAt, now)) {
    const closes = times.map((at) => judged(at, closeAt(at)));
    return { state: 'settled', outcome: 'loss', level: null, closes };
  }
  const closes: JudgedClose[] = [];
  for (const at of times) {
    if (now < at) return { state: 'waiting', until: at };
    const found = closeAt(at);
    const until = waitedFor(signal.createdAt, at, found);
    if (typeof found !== 'number' && now < until) return { state: 'waiting', until };
    closes.push(judged(at, found));
    const verdict = evaluateLadder(
      signal.direction,
      closes.map(({ price }) => price),
      rules,
    );
    if (verdict) return { state: 'settled', closes, ...verdict };
  }
  throw new Error('The closes of all levels decide every signal');
}

/**
 * The closes of a settled signal's later levels, which it was not judged on, at `now` (epoch ms); `null` while one of
 * them is still to come. None where all are stored. One that can't be read holds up nothing, as it decides nothing.
 */
export function laterCloses(
  { createdAt, settlement }: Pick<Signal, 'createdAt'> & { readonly settlement: Settlement },
  closeAt: CloseAt,
  { now, rules }: { readonly now: number; readonly rules: LadderRules },
): JudgedClose[] | null {
  const later: JudgedClose[] = [];
  for (const at of closeTimes(createdAt, rules).slice(settlement.closes.length)) {
    const found = closeAt(at);
    const isMissing = typeof found !== 'number' && found !== NO_CLOSE.unreadable;
    if (now < at || (isMissing && now < waitedFor(createdAt, at, found))) return null;
    later.push(judged(at, found));
  }
  return later;
}

/** The state of the record: the head of its ledger and its newest slot. Times in epoch ms. */
export interface Head extends ChainEnd {
  readonly ledgerId: string;
  /** The rules of its signals, as stated in its genesis. */
  readonly rules: LadderRules;
  readonly at: number;
  readonly source: Source;
  /** Null until a first slot is recorded. */
  readonly lastSlot: number | null;
  /** First slot of the current market closure; null while the market is open. */
  readonly closedFrom: number | null;
}

/** A step of the record: its new head and the entries that lead to it. */
export interface RecordStep {
  readonly head: Head;
  readonly entries: readonly LedgerEntry[];
}

/** A signal as published, without its settlement and the server's time stamps. */
export type Publication = Omit<Signal, 'publishedAt' | 'updatedAt' | 'settlement'>;

/** A signal's outcome by the rules, with its closes. */
export type JudgedOutcome = Pick<Settlement, 'outcome' | 'level' | 'closes' | 'fetchedAt'>;

/** The recorded outcome of one slot. */
export type SlotStep = RecordStep &
  (
    | { readonly state: 'published'; readonly publication: Publication }
    | { readonly state: 'missed'; readonly reason: string }
    | { readonly state: 'closed' }
  );

/** Begins a record with these rules. `at` in epoch ms. */
export function openRecord(
  { ledgerId, rules }: { readonly ledgerId: string; readonly rules: LadderRules },
  at: number,
  source: Source,
): RecordStep {
  const entry = append(null, { type: 'genesis', ledgerId, rules }, { at, source });
  const { seq, hash } = entry;
  return {
    head: { ledgerId, rules, seq, hash, at, source, lastSlot: null, closedFrom: null },
    entries: [entry],
  };
}

/** Appends an entry. Machines' clocks differ and may be set back, but time in the ledger never goes backwards. */
function extend(head: Head, body: EntryBody, given: number): RecordStep {
  const at = Math.max(given, head.at);
  const entry = append(head, body, { at, source: head.source });
  return { head: { ...head, seq: entry.seq, hash: entry.hash, at }, entries: [entry] };
}

/** Records the market closure that ends before `slot`, if there is one. */
function reopen(head: Head, slot: number, at: number): RecordStep {
  if (head.closedFrom === null) return { head, entries: [] };
  const range = { from: slotId(head.closedFrom), to: slotId(slot - SLOT_MS) };
  return extend({ ...head, closedFrom: null }, { type: 'closed', ...range }, at);
}

function bodyOf(
  slot: number,
  decision: Said,
  { salt, basis }: { readonly salt: string; readonly basis?: Basis | undefined },
): EntryBody {
  if (decision.state === 'missed')
    return { type: 'miss', slot: slotId(slot), reason: decision.reason };
  return {
    type: 'publication',
    slot: slotId(slot),
    commitment: commitmentTo(decision.draft.sealed, salt),
    strategyHash: decision.draft.strategyHash,
    ...basis,
    revealBy: new Date(slot + REVEAL_WITHIN_MS).toISOString(),
  };
}

type Said = Exclude<SlotDecision, { state: 'closed' }>;

function publicationOf(
  { sealed, moves, reasons }: Draft,
  rest: { slot: number; salt: string; ledgerSeq: number; seeded: boolean },
): Publication {
  const { slot, ...fields } = rest;
  return {
    ...sealed,
    ...fields,
    commitment: commitmentTo(sealed, rest.salt),
    moves,
    reasons: [...reasons],
    createdAt: slot,
    expiresAt: slot + SLOT_MS,
  };
}

/**
 * The decision for a slot, as far as it still holds at `at` (epoch ms): a signal is not published if it is late, or if
 * the ledger's head is, which its entry can't be older than.
 */
function inTime(decision: SlotDecision, slot: number, at: number, head: Head): SlotDecision {
  const isLate = Math.max(at, head.at) > slot + LATEST_PUBLICATION_MS;
  return decision.state === 'published' && isLate
    ? { state: 'missed', reason: 'The publisher ran too late' }
    : decision;
}

/**
 * Records the outcome of a slot (epoch ms), which must follow the head's newest one.
 * @param salt 32 random bytes in hex that hide the signal until it is settled
 * @param basis what it was decided on, as far as that is to be committed to
 */
export function recordSlot(
  head: Head,
  slot: number,
  given: SlotDecision,
  {
    at,
    salt,
    seeded,
    basis,
  }: { at: number; salt: string; seeded: boolean; basis?: Basis | undefined },
): SlotStep {
  const decision = inTime(given, slot, at, head);
  if (decision.state === 'closed') {
    const closed = { ...head, lastSlot: slot, closedFrom: head.closedFrom ?? slot };
    return { state: 'closed', head: closed, entries: [] };
  }
  const opened = reopen(head, slot, at);
  const said = extend(opened.head, bodyOf(slot, decision, { salt, basis }), at);
  const step = {
    head: { ...said.head, lastSlot: slot },
    entries: [...opened.entries, ...said.entries],
  };
  if (decision.state === 'missed') return { ...step, ...decision };
  const details = { slot, salt, ledgerSeq: step.head.seq, seeded };
  return { ...step, state: 'published', publication: publicationOf(decision.draft, details) };
}

/**
 * Records whether a signal can be entered.
 * @param decide as of a time (epoch ms) that is not before the ledger's head
 */
export function recordConfirmation(
  head: Head,
  decide: (at: number) => Confirmation,
  given: number,
): RecordStep & { readonly go: boolean } {
  const at = Math.max(given, head.at);
  const { slot, go, close } = decide(at);
  const { at: closedAt, ...rest } = close;
  const told = { at: new Date(closedAt).toISOString(), ...rest };
  return { ...extend(head, { type: 'confirmation', slot, go, close: told }, at), go };
}

/** A signal's outcome in the format of a ledger entry. */
const judgedFields = ({ outcome, level, closes, fetchedAt }: JudgedOutcome) => ({
  outcome,
  level,
  closes: closes.map(({ at, ...close }) => ({ at: new Date(at).toISOString(), ...close })),
  fetchedAt: new Date(fetchedAt).toISOString(),
});

/** Records a settlement and reveals the signal behind its publication's commitment. */
export function recordSettlement(head: Head, signal: Signal, settlement: Settlement): RecordStep {
  const { id: slot, salt } = signal;
  return extend(
    head,
    { type: 'settlement', slot, signal: sealedPart(signal), salt, ...judgedFields(settlement) },
    settlement.settledAt,
  );
}

/**
 * Records that a settled signal would have ended differently (`judged`) by closes that the source has since revised. It
 * edits nothing: the outcome as settled still counts.
 * @param at epoch ms
 */
export const recordCorrection = (
  head: Head,
  slot: string,
  judged: JudgedOutcome,
  at: number,
): RecordStep => extend(head, { type: 'correction', slot, ...judgedFields(judged) }, at);

/**
 * The outcome of a settled signal by its source's current closes; null where it is the same. Also null where the source
 * has lost a close that the settlement had, and for a signal that was lost because it wasn't judged in time.
 * @param closes by time (epoch ms), as fetched at `fetchedAt` (epoch ms)
 * @param rules of the record that the signal was published in
 */
export function correctionOf(
  { createdAt, direction, settlement }: Pick<Signal, 'createdAt' | 'direction' | 'settlement'>,
  closes: ReadonlyMap<number, number>,
  { fetchedAt, rules }: { readonly fetchedAt: number; readonly rules: LadderRules },
): JudgedOutcome | null {
  const revealedBy = createdAt + REVEAL_WITHIN_MS;
  if (settlement === null || isRevealedLate(createdAt, settlement.settledAt)) return null;
  const prices = settlement.closes.map(({ price }) => price);
  const decided = settlement.closes.slice(0, decidedBy(direction, prices, rules));
  const isLost = decided.some(({ at, price }) => price !== null && !closes.has(at));
  if (isLost) return null;
  const closeAt = (time: number) => closes.get(time) ?? NO_CLOSE.missing;
  const again = judge({ createdAt, direction }, closeAt, { now: revealedBy, rules });
  if (again.state === 'waiting') return null;
  const { outcome, level } = again;
  if (outcome === settlement.outcome && level === settlement.level) return null;
  return { outcome, level, closes: [...again.closes], fetchedAt };
}

/**
 * The counters of a record, recounted from its ledger alone. They equal those that accumulated with each settlement.
 * @param entries in the ledger's order
 */
export function rebuildCounters(
  entries: Iterable<LedgerEntry>,
  source: Source,
): Omit<PerformanceCounters, 'updatedAt'> {
  let counters = { ...NO_SIGNALS_SETTLED, source };
  const confirmed = new Map<string, boolean>();
  for (const entry of entries) {
    if (entry.type === 'genesis') counters = { ...counters, rules: entry.rules };
    if (entry.type === 'confirmation') confirmed.set(entry.slot, entry.go);
    if (entry.type === 'settlement') {
      const signal = { ...entry.signal, entered: confirmed.get(entry.slot) };
      counters = countSettlement(counters, signal, endedIn(entry));
      confirmed.delete(entry.slot);
    }
    if (entry.type === 'miss') counters = { ...counters, missedSlots: counters.missedSlots + 1 };
  }
  return counters;
}

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { type LedgerEntry, toSealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import {
  countSettlement,
  EMPTY_PERFORMANCE_COUNTERS,
  type PerformanceCounters,
} from '@quantalgo/contracts/record/performance';
import {
  toSignalEndFromLedger,
  isRevealedLate,
  REVEAL_TIMEOUT_MS,
} from '@quantalgo/contracts/signals/signalEnd';
import {
  listCloseTimes,
  countDecidingCloses,
  evaluateLadder,
  type LadderOutcome,
} from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  type Settlement,
  type Signal,
  type Source,
  getEntryWindowEnd,
} from '@quantalgo/contracts/signals/signal';
import type { Basis } from '../signals/basis';
import type { Confirmation } from './confirmation';
import { append, type ChainEnd, commitToSignal, type EntryBody } from './ledger';
import type { Draft, SlotDecision } from '../signals/selection';

/** After this time (ms) a missing close counts as flat. */
export const LATE_CANDLE_GRACE_MS = 10 * 60_000;

export const NO_CLOSE = {
  missing: 'The source has no candle',
  doubtful: 'A jump that no second reading confirmed',
  unreadable: 'The stored close can’t be read',
} as const;

interface Doubtful {
  readonly firstReadAt: number;
}

type Missing = typeof NO_CLOSE.missing | typeof NO_CLOSE.unreadable;

/** A price, a jump that a second reading may still confirm, or the reason why there is no close. */
export type CloseReading = number | Doubtful | Missing;

export type CloseAt = (time: number) => CloseReading;

export interface JudgedClose {
  readonly at: number;
  readonly price: number | null;
  readonly reason?: string;
}

export type Judgement =
  | { readonly state: 'waiting'; readonly until: number }
  | ({ readonly state: 'settled'; readonly closes: readonly JudgedClose[] } & LadderOutcome);

export function toJudgedClose(at: number, close: CloseReading): JudgedClose {
  if (typeof close === 'number') return { at, price: close };
  return { at, price: null, reason: typeof close === 'string' ? close : NO_CLOSE.doubtful };
}

/**
 * A jump's grace starts at its first reading, so that it is read again even after an outage. It
 * ends a slot before the reveal deadline, because the settling job runs once a slot.
 */
function getCloseDeadline(createdAt: number, at: number, close: CloseReading): number {
  // An unreadable close never counts as flat.
  if (close === NO_CLOSE.unreadable) return createdAt + REVEAL_TIMEOUT_MS + 1;
  const graceStart = typeof close === 'object' ? Math.max(at, close.firstReadAt) : at;
  return Math.min(graceStart + LATE_CANDLE_GRACE_MS, createdAt + REVEAL_TIMEOUT_MS - SLOT_MS);
}

/**
 * Judges by the rules that the signal was published under. A signal that isn't judged before its
 * reveal deadline is a loss, whatever the market did.
 */
export function judgeSignal(
  signal: Pick<Signal, 'createdAt' | 'direction'>,
  closeAt: CloseAt,
  { now, rules }: { readonly now: number; readonly rules: LadderRules },
): Judgement {
  const times = listCloseTimes(signal.createdAt, rules);
  if (isRevealedLate(signal.createdAt, now)) {
    const closes = times.map((at) => toJudgedClose(at, closeAt(at)));
    return { state: 'settled', outcome: 'loss', level: null, closes };
  }
  const closes: JudgedClose[] = [];
  for (const at of times) {
    if (now < at) return { state: 'waiting', until: at };
    const reading = closeAt(at);
    const until = getCloseDeadline(signal.createdAt, at, reading);
    if (typeof reading !== 'number' && now < until) return { state: 'waiting', until };
    closes.push(toJudgedClose(at, reading));
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
 * Closes of the levels after the deciding one. Null while one may still arrive. Unreadable closes
 * don't delay them.
 */
export function findLaterCloses(
  { createdAt, settlement }: Pick<Signal, 'createdAt'> & { readonly settlement: Settlement },
  closeAt: CloseAt,
  { now, rules }: { readonly now: number; readonly rules: LadderRules },
): JudgedClose[] | null {
  const laterCloses: JudgedClose[] = [];
  for (const at of listCloseTimes(createdAt, rules).slice(settlement.closes.length)) {
    const reading = closeAt(at);
    const isMissing = typeof reading !== 'number' && reading !== NO_CLOSE.unreadable;
    if (now < at || (isMissing && now < getCloseDeadline(createdAt, at, reading))) return null;
    laterCloses.push(toJudgedClose(at, reading));
  }
  return laterCloses;
}

/** Times in epoch ms. */
export interface Head extends ChainEnd {
  readonly ledgerId: string;
  readonly rules: LadderRules;
  readonly at: number;
  readonly source: Source;
  readonly lastSlot: number | null;
  /** First slot of the current market closure. Null while the market is open. */
  readonly closedFrom: number | null;
}

export interface RecordStep {
  readonly head: Head;
  readonly entries: readonly LedgerEntry[];
}

export type Publication = Omit<Signal, 'publishedAt' | 'updatedAt' | 'settlement'>;

export type JudgedOutcome = Pick<Settlement, 'outcome' | 'level' | 'closes' | 'fetchedAt'>;

export type SlotStep = RecordStep &
  (
    | { readonly state: 'published'; readonly publication: Publication }
    | { readonly state: 'missed'; readonly reason: string }
    | { readonly state: 'closed' }
  );

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

// Time in the ledger never goes backwards, although clocks differ and may be set back.
function extendLedger(head: Head, body: EntryBody, now: number): RecordStep {
  const at = Math.max(now, head.at);
  const entry = append(head, body, { at, source: head.source });
  return { head: { ...head, seq: entry.seq, hash: entry.hash, at }, entries: [entry] };
}

function recordClosure(head: Head, slot: number, at: number): RecordStep {
  if (head.closedFrom === null) return { head, entries: [] };
  const range = { from: slotId(head.closedFrom), to: slotId(slot - SLOT_MS) };
  return extendLedger({ ...head, closedFrom: null }, { type: 'closed', ...range }, at);
}

function buildBody(
  slot: number,
  decision: RecordedDecision,
  { salt, basis }: { readonly salt: string; readonly basis?: Basis | undefined },
): EntryBody {
  if (decision.state === 'missed')
    return { type: 'miss', slot: slotId(slot), reason: decision.reason };
  return {
    type: 'publication',
    slot: slotId(slot),
    commitment: commitToSignal(decision.draft.sealed, salt),
    strategyHash: decision.draft.strategyHash,
    ...basis,
    revealBy: new Date(slot + REVEAL_TIMEOUT_MS).toISOString(),
  };
}

type RecordedDecision = Exclude<SlotDecision, { state: 'closed' }>;

function buildPublication(
  { sealed, moves, restatesOdds, reasons }: Draft,
  details: { slot: number; salt: string; ledgerSeq: number; seeded: boolean },
): Publication {
  const { slot, ...fields } = details;
  return {
    ...sealed,
    ...fields,
    commitment: commitToSignal(sealed, details.salt),
    moves,
    ...(restatesOdds && { restatesOdds }),
    reasons: [...reasons],
    createdAt: slot,
    expiresAt: getEntryWindowEnd(slot),
  };
}

// Also rejects signals if the ledger's head is late, because their entry can't be older than the
// head.
function rejectLate(decision: SlotDecision, slot: number, at: number, head: Head): SlotDecision {
  const isLate = Math.max(at, head.at) > slot + LATEST_PUBLICATION_MS;
  return decision.state === 'published' && isLate
    ? { state: 'missed', reason: 'The publisher ran too late' }
    : decision;
}

/**
 * `slot` (epoch ms) must follow the head's newest slot.
 * @param salt 32 random bytes in hex that hide the signal until it is settled
 * @param basis hashes that the publication commits to
 */
export function recordSlot(
  head: Head,
  slot: number,
  proposedDecision: SlotDecision,
  {
    at,
    salt,
    seeded,
    basis,
  }: { at: number; salt: string; seeded: boolean; basis?: Basis | undefined },
): SlotStep {
  const decision = rejectLate(proposedDecision, slot, at, head);
  if (decision.state === 'closed') {
    const closedHead = { ...head, lastSlot: slot, closedFrom: head.closedFrom ?? slot };
    return { state: 'closed', head: closedHead, entries: [] };
  }
  const closureStep = recordClosure(head, slot, at);
  const ledgerStep = extendLedger(closureStep.head, buildBody(slot, decision, { salt, basis }), at);
  const step = {
    head: { ...ledgerStep.head, lastSlot: slot },
    entries: [...closureStep.entries, ...ledgerStep.entries],
  };
  if (decision.state === 'missed') return { ...step, ...decision };
  const details = { slot, salt, ledgerSeq: step.head.seq, seeded };
  return { ...step, state: 'published', publication: buildPublication(decision.draft, details) };
}

/**
 * `entryClose` is null if the close at the entry is missing or the confirmation came too late.
 * @param decide gets a time (epoch ms) no earlier than the ledger's head
 */
export function recordConfirmation(
  head: Head,
  decide: (at: number) => Confirmation,
  now: number,
): RecordStep & { readonly go: boolean; readonly entryClose: number | null } {
  const at = Math.max(now, head.at);
  const { slot, go, close } = decide(at);
  const { at: closedAt, ...closeFields } = close;
  const closeEntry = { at: new Date(closedAt).toISOString(), ...closeFields };
  const step = extendLedger(head, { type: 'confirmation', slot, go, close: closeEntry }, at);
  return { ...step, go, entryClose: close.price };
}

const toJudgedFields = ({ outcome, level, closes, fetchedAt }: JudgedOutcome) => ({
  outcome,
  level,
  closes: closes.map(({ at, ...close }) => ({ at: new Date(at).toISOString(), ...close })),
  fetchedAt: new Date(fetchedAt).toISOString(),
});

/** Also reveals the signal behind its publication's commitment. */
export function recordSettlement(head: Head, signal: Signal, settlement: Settlement): RecordStep {
  const { id: slot, salt } = signal;
  return extendLedger(
    head,
    {
      type: 'settlement',
      slot,
      signal: toSealedSignal(signal),
      salt,
      ...toJudgedFields(settlement),
    },
    settlement.settledAt,
  );
}

/**
 * Records that revised closes would have changed a signal's outcome. The settled outcome still
 * counts.
 */
export const recordCorrection = (
  head: Head,
  slot: string,
  outcome: JudgedOutcome,
  at: number,
): RecordStep => extendLedger(head, { type: 'correction', slot, ...toJudgedFields(outcome) }, at);

/**
 * The outcome by the source's current closes. Null if it is the same, if the source lost a close,
 * or if the signal was judged too late.
 * @param closes by time (epoch ms)
 */
export function findCorrection(
  { createdAt, direction, settlement }: Pick<Signal, 'createdAt' | 'direction' | 'settlement'>,
  closes: ReadonlyMap<number, number>,
  { fetchedAt, rules }: { readonly fetchedAt: number; readonly rules: LadderRules },
): JudgedOutcome | null {
  const revealDeadline = createdAt + REVEAL_TIMEOUT_MS;
  if (settlement === null || isRevealedLate(createdAt, settlement.settledAt)) return null;
  const prices = settlement.closes.map(({ price }) => price);
  const decisiveCloses = settlement.closes.slice(0, countDecidingCloses(direction, prices, rules));
  const isLost = decisiveCloses.some(({ at, price }) => price !== null && !closes.has(at));
  if (isLost) return null;
  const closeAt = (time: number) => closes.get(time) ?? NO_CLOSE.missing;
  const judgement = judgeSignal({ createdAt, direction }, closeAt, { now: revealDeadline, rules });
  if (judgement.state === 'waiting') return null;
  const { outcome, level } = judgement;
  if (outcome === settlement.outcome && level === settlement.level) return null;
  return { outcome, level, closes: [...judgement.closes], fetchedAt };
}

/**
 * Recounts a record from its ledger alone. Equals the counters accumulated per settlement.
 * @param entries in ledger order
 */
export function rebuildCounters(
  entries: Iterable<LedgerEntry>,
  source: Source,
): Omit<PerformanceCounters, 'updatedAt'> {
  let counters = { ...EMPTY_PERFORMANCE_COUNTERS, source };
  const goBySlot = new Map<string, boolean>();
  for (const entry of entries) {
    if (entry.type === 'genesis') counters = { ...counters, rules: entry.rules };
    if (entry.type === 'confirmation') goBySlot.set(entry.slot, entry.go);
    if (entry.type === 'settlement') {
      const signal = { ...entry.signal, entered: goBySlot.get(entry.slot) };
      counters = countSettlement(counters, signal, toSignalEndFromLedger(entry));
      goBySlot.delete(entry.slot);
    }
    if (entry.type === 'miss') counters = { ...counters, missedSlots: counters.missedSlots + 1 };
  }
  return counters;
}

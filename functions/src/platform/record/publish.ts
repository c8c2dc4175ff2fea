import { randomBytes, randomUUID } from 'node:crypto';
import { SLOT_MS, slotId, listSlotsBetween } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES, type LadderRules } from '@quantalgo/contracts/signals/rules';
import { getSlotAudience, type Source, getEntryTime } from '@quantalgo/contracts/signals/signal';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { type Basis, computeBasis } from '../../domain/signals/basis';
import type { Candle, IsOpen } from '../../domain/market/candles';
import {
  type Head,
  openRecord,
  recordSlot,
  type RecordStep,
  type SlotStep,
} from '../../domain/record/record';
import type { RecentSignal } from '../../domain/signals/runningLadders';
import { computeMarketState } from '../../domain/signals/marketState';
import { type Contender, decideSlot, type SlotDecision } from '../../domain/signals/selection';
import { STRATEGIES } from '../../domain/signals/strategies/registry';
import { LOOKBACK } from '../../domain/signals/strategies/strategy';
import type { Clock } from '../core/clock';
import { countDelay } from '../core/delayHistogram';
import { readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { readFlags } from '../core/flags';
import { queueSignal } from '../core/queues';
import { gatherCandles, type GatheredCandles, type MarketData } from '../market/marketData';
import { loadContenders } from './calibrations';
import { confirmEnteringSignal, type PublishingContext } from './confirm';
import { readRecentSignals } from './signals';
import {
  applyWrites,
  COUNTERS_PATH,
  parseCounters,
  toCountersWrite,
  toEntryWrites,
  HEAD_PATH,
  parseLedgerHead,
  toHeadWrite,
  readRules,
  toSlotWrites,
  type Write,
} from './ledger';
import { LOG_PATH, toLogWrites } from './log';
import {
  parseFigures,
  HEARTBEAT_PATH,
  toHeartbeatWrite,
  loadInventory,
  parseMarketState,
  addPublication,
} from './heartbeat';

export interface SlotToRecord {
  /** Epoch ms. */
  readonly slot: number;
  readonly decision: SlotDecision;
  /** Candles of all pairs up to the slot. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  /** Recorded inputs of a published decision; otherwise undefined. */
  readonly basis: Basis | undefined;
  readonly source: Source;
  readonly isOpen: IsOpen;
  readonly clock: Clock;
  readonly signer: NoteSigner | undefined;
}

const MAX_SLOTS_PER_TRANSACTION = 100;

const MISSED_SLOT = { state: 'missed', reason: 'The publisher did not run' } as const;

const CLOSED_SLOT = { state: 'closed' } as const;

/** 32 bytes in hex. */
export const createSalt = (): string => randomBytes(32).toString('hex');

/** Includes the genesis entry. @param at epoch ms */
export const createRecord = (at: number, source: Source): RecordStep =>
  openRecord({ ledgerId: randomUUID(), rules: LADDER_RULES }, at, source);

/**
 * Slots (epoch ms) after the head's newest, up to `slot`, oldest first; at most
 * {@link MAX_SLOTS_PER_TRANSACTION}.
 */
function listDueSlots(head: Head, slot: number): number[] {
  const { lastSlot } = head;
  if (lastSlot === null) return [slot];
  if (slot <= lastSlot) return [];
  return [...listSlotsBetween(lastSlot, slot), slot].slice(0, MAX_SLOTS_PER_TRANSACTION);
}

/** Null if `slots` is empty. */
function recordSlots(
  firstStep: RecordStep,
  slots: readonly number[],
  { slot, ...context }: SlotToRecord,
  at: number,
) {
  const writes: Write[] = toEntryWrites(firstStep.entries);
  const entries = [...firstStep.entries];
  let { head } = firstStep;
  let missed = 0;
  let newest: { readonly lastRecordedSlot: number; readonly newestStep: SlotStep } | null = null;
  for (const dueSlot of slots) {
    const skipped = context.isOpen(dueSlot) ? MISSED_SLOT : CLOSED_SLOT;
    const decision = dueSlot === slot ? context.decision : skipped;
    const basis = dueSlot === slot ? context.basis : undefined;
    const options = { at, salt: createSalt(), seeded: false, basis };
    const step = recordSlot(head, dueSlot, decision, options);
    writes.push(...toSlotWrites(dueSlot, step, at));
    entries.push(...step.entries);
    if (step.state === 'missed') missed += 1;
    head = step.head;
    newest = { lastRecordedSlot: dueSlot, newestStep: step };
  }
  return newest && { head, writes, entries, missed, ...newest };
}

async function readSnapshots(transaction: Transaction, database: Firestore) {
  const [head, beat, log] = await readAll(
    transaction,
    database.doc(HEAD_PATH),
    database.doc(HEARTBEAT_PATH),
    database.doc(LOG_PATH),
  );
  return { head, beat, log };
}

/** Adds newly missed slots to the counters of the head's record. */
async function prepareCountersWrite(
  transaction: Transaction,
  database: Firestore,
  { head, missed }: { readonly head: Head; readonly missed: number },
  at: number,
): Promise<Write> {
  const counters = parseCounters(await transaction.get(database.doc(COUNTERS_PATH)), head);
  return toCountersWrite({ ...counters, missedSlots: counters.missedSlots + missed }, at);
}

interface Recording extends NonNullable<ReturnType<typeof recordSlots>> {
  readonly stored: Awaited<ReturnType<typeof readSnapshots>>;
}

/** Includes the counters if they change, because the heartbeat has a copy of them. */
async function prepareHeartbeatWrites(
  transaction: Transaction,
  database: Firestore,
  { stored, lastRecordedSlot, newestStep, ...recording }: Recording,
  { isOpen, candles, at }: Pick<SlotToRecord, 'isOpen' | 'candles'> & { readonly at: number },
): Promise<Write[]> {
  const isCounted = recording.missed > 0;
  const copiedFigures = isCounted ? undefined : parseFigures(stored.beat);
  const countersWrite = copiedFigures
    ? null
    : await prepareCountersWrite(transaction, database, recording, at);
  const figures = copiedFigures ?? countersWrite?.data ?? null;
  const currentInventory = await loadInventory(
    database,
    transaction,
    stored.beat,
    lastRecordedSlot,
  );
  const inventory =
    newestStep.state === 'published'
      ? addPublication(currentInventory, newestStep.publication)
      : currentInventory;
  const market = computeMarketState(lastRecordedSlot, candles) ?? parseMarketState(stored.beat);
  const contents = { isOpen, figures, inventory, market };
  const beat = toHeartbeatWrite(lastRecordedSlot, newestStep, contents);
  return isCounted && countersWrite ? [beat, countersWrite] : [beat];
}

async function recordDueSlots(transaction: Transaction, database: Firestore, due: SlotToRecord) {
  const { slot, source, clock, signer } = due;
  const at = clock();
  const stored = await readSnapshots(transaction, database);
  const head = parseLedgerHead(stored.head, source);
  const firstStep = head ? { head, entries: [] } : createRecord(at, source);
  const recorded = recordSlots(firstStep, listDueSlots(firstStep.head, slot), due, at);
  if (!recorded) return { isDone: true, newestStep: null };
  const recording = { ...recorded, stored };
  const heartbeatWrites = await prepareHeartbeatWrites(transaction, database, recording, {
    ...due,
    at,
  });
  const { head: newHead, writes, entries, newestStep, lastRecordedSlot } = recorded;
  const logWrites = toLogWrites(stored.log, { ledgerId: newHead.ledgerId, entries, signer });
  applyWrites(transaction, database, [
    ...writes,
    toHeadWrite(newHead),
    ...logWrites,
    ...heartbeatWrites,
  ]);
  if (newestStep.state === 'published') {
    const validUntil = getEntryTime(newestStep.publication);
    queueSignal(database, transaction, { signal: slotId(slot), validUntil }, at);
  }
  return { isDone: lastRecordedSlot === slot, newestStep };
}

/**
 * Records a slot, after any earlier ones that aren't recorded yet. Each transaction writes signal,
 * entries, head, log and heartbeat, so a slot is recorded once even if runs repeat or overlap.
 * @returns the slot's outcome; null if it was recorded before
 */
async function publishSlot(database: Firestore, due: SlotToRecord): Promise<SlotStep | null> {
  for (;;) {
    const { isDone, newestStep } = await database.runTransaction(
      (transaction) => recordDueSlots(transaction, database, due),
      { maxAttempts: 10 },
    );
    if (!isDone) continue;
    const { slot, clock } = due;
    if (newestStep?.state === 'published') await countDelay(database, slot, clock() - slot);
    return newestStep;
  }
}

/** Decides `slot` (epoch ms) by the closed candles. @param recent signals that may still run */
export async function decideOnMarket(
  market: MarketData,
  slot: number,
  contenders: readonly Contender[],
  recent: readonly RecentSignal[] = [],
): Promise<SlotDecision> {
  const { source, isOpen } = market;
  const gathered = isOpen(slot) ? await gatherCandles(market, slot, LOOKBACK) : NO_CANDLES;
  return decideSlot({ slot, source, isOpen, recent, ...gathered }, contenders);
}

const NO_CANDLES: GatheredCandles = { candles: new Map(), failures: new Map() };

/** Decides `slot` (epoch ms) with the strategies that are switched on. */
async function decide(
  database: Firestore,
  { slot, rules, recent }: { slot: number; rules: LadderRules; recent: readonly RecentSignal[] },
  { market, clock, signer }: PublishingContext,
): Promise<SlotToRecord> {
  const { source, isOpen } = market;
  const audience = getSlotAudience(slot);
  const { strategiesOff: disabled } = await readFlags(database);
  const candidates = STRATEGIES.filter(({ audiences }) => audiences.includes(audience));
  const enabled = candidates.filter(({ id }) => !disabled.includes(id));
  const strategiesOff = candidates.map(({ id }) => id).filter((id) => disabled.includes(id));
  const [gathered, contenders] = isOpen(slot)
    ? await Promise.all([
        gatherCandles(market, slot, LOOKBACK),
        loadContenders(database, market, slot, enabled),
      ])
    : [NO_CANDLES, []];
  const slotMarket = { slot, source, isOpen, rules, recent, strategiesOff, ...gathered };
  const decision = decideSlot(slotMarket, contenders);
  const { candles } = gathered;
  const basis =
    decision.state === 'published' ? computeBasis({ candles, recent }, contenders) : undefined;
  return { slot, decision, candles, basis, source, isOpen, clock, signer };
}

/**
 * Confirms the signal that enters at `slot` (epoch ms), then publishes the slot's own.
 * @returns the slot's outcome; null if it was recorded before
 * @throws Error if the ledger belongs to another market
 */
export async function runPublisher(
  database: Firestore,
  slot: number,
  publishingContext: PublishingContext,
): Promise<SlotStep | null> {
  const { isOpen, source } = publishingContext.market;
  const rules = await readRules(database, source);
  // The last signal before the market closed still needs its confirmation.
  const isActive = isOpen(slot) || isOpen(slot - SLOT_MS);
  const recent = isActive ? await readRecentSignals(database, slot, rules) : [];
  const entering = recent.find((signal) => signal.slot === slot - SLOT_MS);
  const [due] = await Promise.all([
    decide(database, { slot, rules, recent }, publishingContext),
    confirmEnteringSignal(database, slot, publishingContext, entering),
  ]);
  return publishSlot(database, due);
}

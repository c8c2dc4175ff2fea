import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SLOT_MS, slotId, slotsBetween } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { audienceOfSlot, type Source } from '@quantalgo/contracts/signals/signal';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { type Basis, basisOf } from '../../domain/signals/basis';
import type { Candle, IsOpen } from '../../domain/market/candles';
import {
  type Head,
  openRecord,
  recordSlot,
  type RecordStep,
  type SlotStep,
} from '../../domain/record/record';
import type { Recent } from '../../domain/signals/runningLadders';
import { marketStateAt } from '../../domain/signals/marketState';
import { type Contender, decideSlot, type SlotDecision } from '../../domain/signals/selection';
import { STRATEGIES } from '../../domain/signals/strategies/registry';
import { LOOKBACK } from '../../domain/signals/strategies/strategy';
import type { Clock } from '../core/clock';
import { countDelay } from '../core/delayHistogram';
import { readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { readFlags } from '../core/flags';
import { queueSignal } from '../core/queues';
import { gather, type Gathered, type MarketData } from '../market/marketData';
import { contendersAt } from './calibrations';
import { applyConfirmed, confirmAlone, confirmEntering, enteringPath } from './confirm';
import { recentSignals } from './signals';
import {
  applyIn,
  COUNTERS_PATH,
  countersOf,
  countersWrite,
  entryWrites,
  HEAD_PATH,
  headOf,
  headWrite,
  readRules,
  slotWrites,
  type Write,
} from './ledger';
import { LOG_PATH, logWrites } from './log';
import {
  figuresIn,
  HEARTBEAT_PATH,
  heartbeatWrite,
  inventoryAt,
  marketIn,
  withPublication,
} from './heartbeat';

export interface SlotToRecord {
  /** Start of the slot, epoch ms. */
  readonly slot: number;
  readonly decision: SlotDecision;
  /** Of all pairs, up to the slot: the signal of the slot before is confirmed by them. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  /** What the decision was made on; undefined where there was nothing to decide. */
  readonly basis: Basis | undefined;
  readonly source: Source;
  readonly isOpen: IsOpen;
  readonly clock: Clock;
  /** Signs the log's checkpoints. */
  readonly signer: NoteSigner | undefined;
}

/** Most slots that one transaction records; a longer outage takes several transactions. */
const SLOTS_AT_ONCE = 100;

const DID_NOT_RUN = { state: 'missed', reason: 'The publisher did not run' } as const;

const CLOSED = { state: 'closed' } as const;

/** 32 random bytes in hex. */
export const randomSalt = (): string => randomBytes(32).toString('hex');

/** A new record that begins at `at` (epoch ms) under today's rules, with its genesis. */
export const newRecord = (at: number, source: Source): RecordStep =>
  openRecord({ ledgerId: randomUUID(), rules: LADDER_RULES }, at, source);

/** Slots (epoch ms) after the newest in the head up to `slot`, oldest first; at most {@link SLOTS_AT_ONCE}. */
function dueSlots(head: Head, slot: number): number[] {
  const { lastSlot } = head;
  if (lastSlot === null) return [slot];
  if (slot <= lastSlot) return [];
  return [...slotsBetween(lastSlot, slot), slot].slice(0, SLOTS_AT_ONCE);
}

/** Records slots in order from `begin` on, and collects the resulting writes. */
function recordSlots(
  begin: RecordStep,
  slots: readonly number[],
  { slot, ...rest }: SlotToRecord,
  at: number,
) {
  const writes: Write[] = entryWrites(begin.entries);
  const entries = [...begin.entries];
  let { head } = begin;
  let missed = 0;
  let newest: SlotStep | null = null;
  for (const due of slots) {
    const skipped = rest.isOpen(due) ? DID_NOT_RUN : CLOSED;
    const decision = due === slot ? rest.decision : skipped;
    const basis = due === slot ? rest.basis : undefined;
    newest = recordSlot(head, due, decision, { at, salt: randomSalt(), seeded: false, basis });
    writes.push(...slotWrites(due, newest, at));
    entries.push(...newest.entries);
    if (newest.state === 'missed') missed += 1;
    head = newest.head;
  }
  return { head, writes, entries, missed, newest };
}

/** Reads the documents that the publication of a slot (epoch ms) changes. */
async function readStored(transaction: Transaction, database: Firestore, slot: number) {
  const [head, beat, log, entering] = await readAll(
    transaction,
    database.doc(HEAD_PATH),
    database.doc(HEARTBEAT_PATH),
    database.doc(LOG_PATH),
    database.doc(enteringPath(slot)),
  );
  return { head, beat, log, entering };
}

/** The counters of the record with this head, plus newly missed slots. */
async function countersAfter(
  transaction: Transaction,
  database: Firestore,
  { head, missed }: { readonly head: Head; readonly missed: number },
  at: number,
): Promise<Write> {
  const counters = countersOf(await transaction.get(database.doc(COUNTERS_PATH)), head);
  return countersWrite({ ...counters, missedSlots: counters.missedSlots + missed }, at);
}

/** The result of recording, with the documents stored before. */
interface Recording extends ReturnType<typeof recordSlots> {
  readonly stored: Awaited<ReturnType<typeof readStored>>;
  readonly newest: SlotStep;
  /** The newest recorded slot, epoch ms. */
  readonly last: number;
}

/** Writes of the heartbeat, which has a copy of the counters, and of the counters where they change. */
async function heartbeatWrites(
  transaction: Transaction,
  database: Firestore,
  { stored, last, newest, ...recorded }: Recording,
  { isOpen, candles, at }: Pick<SlotToRecord, 'isOpen' | 'candles'> & { readonly at: number },
): Promise<Write[]> {
  const isCounted = recorded.missed > 0;
  const copied = isCounted ? undefined : figuresIn(stored.beat);
  const counted = copied ? null : await countersAfter(transaction, database, recorded, at);
  const figures = copied ?? counted?.data ?? null;
  const known = await inventoryAt(database, transaction, stored.beat, last);
  const inventory =
    newest.state === 'published' ? withPublication(known, newest.publication) : known;
  const market = marketStateAt(last, candles) ?? marketIn(stored.beat);
  const beat = heartbeatWrite(last, newest, { isOpen, figures, inventory, market });
  return isCounted && counted ? [beat, counted] : [beat];
}

/** Two steps of a record as one. */
const following = ({ entries }: RecordStep, next: RecordStep): RecordStep => ({
  head: next.head,
  entries: [...entries, ...next.entries],
});

async function recordSome(transaction: Transaction, database: Firestore, given: SlotToRecord) {
  const { slot, source, clock, signer } = given;
  const at = clock();
  const stored = await readStored(transaction, database, slot);
  const head = headOf(stored.head, source);
  const known = head ? { head, entries: [] } : newRecord(at, source);
  const slots = dueSlots(known.head, slot);
  if (slots.length === 0) return { done: true, newest: null };
  const { candles } = given;
  const entering = { head: known.head, read: stored.entering, candles };
  const confirmed = await confirmEntering(transaction, database, entering, at);
  const begin = confirmed ? following(known, confirmed.step) : known;
  const { newest, ...recorded } = recordSlots(begin, slots, given, at);
  const last = slots.at(-1);
  if (last === undefined || newest === null) return { done: true, newest: null };
  const recording = { ...recorded, stored, newest, last };
  const beats = await heartbeatWrites(transaction, database, recording, { ...given, at });
  const { head: newHead, writes, entries } = recorded;
  const logged = logWrites(stored.log, { ledgerId: newHead.ledgerId, entries, signer });
  applyIn(transaction, database, [...writes, headWrite(newHead), ...logged, ...beats]);
  if (confirmed) applyConfirmed(transaction, database, confirmed, at);
  if (newest.state === 'published') {
    const validUntil = newest.publication.expiresAt;
    queueSignal(database, transaction, { signal: slotId(slot), validUntil }, at);
  }
  return { done: last === slot, newest };
}

/**
 * Records a slot, and before it any unrecorded ones. Each transaction writes signal, entries, head, counters and
 * heartbeat atomically. Run twice, late or concurrently, it records each slot once.
 * @returns the outcome of the slot; null if it was recorded before
 */
async function publishSlot(database: Firestore, given: SlotToRecord): Promise<SlotStep | null> {
  for (;;) {
    const { done, newest } = await database.runTransaction(
      (transaction) => recordSome(transaction, database, given),
      { maxAttempts: 10 },
    );
    if (!done) continue;
    const { slot, clock } = given;
    if (newest?.state === 'published') await countDelay(database, slot, clock() - slot);
    return newest;
  }
}

/** Decides a slot (epoch ms) on the market's closed candles, and on the signals that may still run (`recent`). */
export async function decideOnMarket(
  market: MarketData,
  slot: number,
  contenders: readonly Contender[],
  recent: readonly Recent[] = [],
): Promise<SlotDecision> {
  const { source, isOpen } = market;
  const gathered = isOpen(slot) ? await gather(market, slot, LOOKBACK) : NO_CANDLES;
  return decideSlot({ slot, source, isOpen, recent, ...gathered }, contenders);
}

const NO_CANDLES: Gathered = { candles: new Map(), failures: new Map() };

/**
 * Whether candles are read for a slot (epoch ms): also those of a market that has just closed, as the signal of the slot
 * before is still to be confirmed.
 */
const isRead = ({ isOpen }: MarketData, slot: number): boolean =>
  isOpen(slot) || isOpen(slot - SLOT_MS);

/** The candles that a slot (epoch ms) is recorded by. */
const gatherFor = (market: MarketData, slot: number): Promise<Gathered> =>
  isRead(market, slot) ? gather(market, slot, LOOKBACK) : Promise.resolve(NO_CANDLES);

/** How a run publishes. */
interface Publishing {
  readonly market: MarketData;
  readonly clock: Clock;
  /** Signs the log's checkpoints. */
  readonly signer?: NoteSigner;
}

/** How long (ms) the signal that enters waits to be confirmed along with the slot, once its own candle is there. */
const CONFIRMED_ALONE_AFTER_MS = 500;

/**
 * Confirms the signal that enters at a slot (epoch ms) by its own pair's candles where the decision on the slot takes
 * longer: whoever waits for the answer gets it within seconds or not at all, whatever the source lacks of other pairs.
 * Where that fails, the signal is confirmed along with the slot.
 * @param decided settles once the slot can be decided, and recorded with the confirmation
 */
async function confirmInTime(
  database: Firestore,
  { slot, pair }: { readonly slot: number; readonly pair: Pair },
  { market, clock, signer }: Publishing,
  decided: Promise<unknown>,
): Promise<void> {
  // The gathering asks for the same candles at the same time, and says why there are none.
  const own = await market.candles(pair, slot, LOOKBACK).catch(() => null);
  if (!own) return;
  const isDecided = await Promise.race([
    decided.then(() => true),
    setTimeout(CONFIRMED_ALONE_AFTER_MS, false),
  ]);
  if (isDecided) return;
  const { source } = market;
  const candles = new Map([[pair, own]]);
  try {
    await confirmAlone(database, { slot, source, candles, clock, signer });
  } catch (error) {
    logger.error('A signal was not confirmed alone', { slot: slotId(slot), error });
  }
}

/**
 * Decides a slot (epoch ms) and records it.
 * @returns the slot's outcome; null if it was recorded before
 */
export async function runPublisher(
  database: Firestore,
  slot: number,
  publishing: Publishing,
): Promise<SlotStep | null> {
  const { market, clock, signer } = publishing;
  const { source, isOpen } = market;
  const audience = audienceOfSlot(slot);
  const [flags, rules] = await Promise.all([readFlags(database), readRules(database)]);
  const asked = STRATEGIES.filter(({ audiences }) => audiences.includes(audience));
  const competing = asked.filter(({ id }) => !flags.strategiesOff.includes(id));
  const strategiesOff = asked.map(({ id }) => id).filter((id) => flags.strategiesOff.includes(id));
  const recent = isRead(market, slot) ? await recentSignals(database, slot, rules) : [];
  const deciding = Promise.all([
    gatherFor(market, slot),
    isOpen(slot) ? contendersAt(database, market, slot, competing) : [],
  ]);
  const entering = recent.find((one) => one.slot === slot - SLOT_MS);
  const [[gathered, contenders]] = await Promise.all([
    deciding,
    entering && confirmInTime(database, { slot, pair: entering.pair }, publishing, deciding),
  ]);
  const slotMarket = { slot, source, isOpen, rules, recent, strategiesOff, ...gathered };
  const decision = decideSlot(slotMarket, contenders);
  const { candles } = gathered;
  const basis =
    decision.state === 'published' ? basisOf({ candles, recent }, contenders) : undefined;
  return publishSlot(database, { slot, decision, candles, basis, source, isOpen, clock, signer });
}

import { randomBytes, randomUUID } from 'node:crypto';
import {
  audienceOfSlot,
  LADDER_RULES,
  slotId,
  slotsBetween,
  type Source,
} from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { IsOpen } from '../../domain/candles';
import { type Head, openRecord, recordSlot, type SlotStep, type Step } from '../../domain/record';
import { type Contender, decideSlot, type SlotDecision } from '../../domain/selection';
import { STRATEGIES } from '../../domain/strategies/registry';
import { LOOKBACK } from '../../domain/strategies/strategy';
import type { Clock } from '../core/clock';
import { countDelay } from '../core/delays';
import { readFlags } from '../core/flags';
import { queuePush } from '../core/outbox';
import { gather, type MarketData } from '../market/marketData';
import { contendersAt } from './calibrations';
import {
  applyIn,
  COUNTERS_PATH,
  countersOf,
  countersWrite,
  entryWrites,
  HEAD_PATH,
  headOf,
  headWrite,
  heartbeatWrite,
  slotWrites,
  type Write,
} from './ledger';

export interface SlotToRecord {
  /** Start of the slot, epoch ms. */
  readonly slot: number;
  readonly decision: SlotDecision;
  readonly source: Source;
  readonly isOpen: IsOpen;
  readonly clock: Clock;
}

/** Missed slots that one transaction records; what is left of a long outage takes more of them. */
const SLOTS_AT_ONCE = 100;

const DID_NOT_RUN = { state: 'missed', reason: 'The publisher did not run' } as const;

const CLOSED = { state: 'closed' } as const;

/** 32 random bytes in hex. */
export const randomSalt = (): string => randomBytes(32).toString('hex');

/** A record that begins with this slot and is played by the rules of today, and the entry that begins it. */
export const newRecord = (at: number, source: Source): Step =>
  openRecord({ ledgerId: randomUUID(), rules: LADDER_RULES }, at, source);

/** The slots (epoch ms) from the head's newest one up to and including `slot`, oldest first. */
function dueSlots(head: Head, slot: number): number[] {
  const { lastSlot } = head;
  if (lastSlot === null) return [slot];
  if (slot <= lastSlot) return [];
  return [...slotsBetween(lastSlot, slot), slot].slice(0, SLOTS_AT_ONCE);
}

/** Records slots in order from `begin` on, and gathers what has to be written. */
function recordSlots(
  begin: Step,
  slots: readonly number[],
  { slot, ...rest }: SlotToRecord,
  at: number,
) {
  const writes: Write[] = entryWrites(begin.entries);
  let { head } = begin;
  let missed = 0;
  let newest: SlotStep | null = null;
  for (const due of slots) {
    const skipped = rest.isOpen(due) ? DID_NOT_RUN : CLOSED;
    const decision = due === slot ? rest.decision : skipped;
    newest = recordSlot(head, due, decision, { at, salt: randomSalt(), seeded: false });
    writes.push(...slotWrites(due, newest, at));
    if (newest.state === 'missed') missed += 1;
    head = newest.head;
  }
  const last = slots.at(-1);
  if (newest && last !== undefined) writes.push(heartbeatWrite(last, newest, rest.isOpen));
  return { head, writes, missed, newest };
}

/** The counters with slots that were just found to be missed, of the record with this head. */
async function missesWrite(
  transaction: Transaction,
  database: Firestore,
  { head, missed }: { head: Head; missed: number },
  at: number,
): Promise<Write> {
  const counters = countersOf(await transaction.get(database.doc(COUNTERS_PATH)), head);
  return countersWrite({ ...counters, missedSlots: counters.missedSlots + missed }, at);
}

async function recordSome(transaction: Transaction, database: Firestore, given: SlotToRecord) {
  const { slot, source, clock } = given;
  const at = clock();
  const head = headOf(await transaction.get(database.doc(HEAD_PATH)), source);
  const begin = head ? { head, entries: [] } : newRecord(at, source);
  const slots = dueSlots(begin.head, slot);
  if (slots.length === 0) return { done: true, newest: null };
  const recorded = recordSlots(begin, slots, given, at);
  const counted =
    recorded.missed > 0 ? [await missesWrite(transaction, database, recorded, at)] : [];
  applyIn(transaction, database, [...recorded.writes, headWrite(recorded.head), ...counted]);
  const { newest } = recorded;
  if (newest?.state === 'published') {
    const validUntil = newest.publication.expiresAt;
    const about = slotId(slot);
    queuePush(database, transaction, { event: 'signal', uid: null, about, validUntil }, at);
  }
  return { done: slots.at(-1) === slot, newest };
}

/**
 * Records a slot, and before it those that nobody recorded, each transaction whole or not at all: signal, entries, head,
 * counters and heartbeat together. Run twice, late or by several at once, it records each slot once.
 * @returns what became of the slot; null when it was recorded already.
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

/** Decides a slot (epoch ms) on the market's closed candles. */
export async function decideOnMarket(
  market: MarketData,
  slot: number,
  contenders: readonly Contender[],
): Promise<SlotDecision> {
  const { source, isOpen } = market;
  if (!isOpen(slot)) return { state: 'closed' };
  return decideSlot(
    { slot, source, isOpen, ...(await gather(market, slot, LOOKBACK)) },
    contenders,
  );
}

/**
 * Decides a slot (epoch ms) and records it.
 * @returns what became of it; null when it was recorded before
 */
export async function runPublisher(
  database: Firestore,
  slot: number,
  { market, clock }: { market: MarketData; clock: Clock },
): Promise<SlotStep | null> {
  const audience = audienceOfSlot(slot);
  const { strategiesOff } = await readFlags(database);
  const competing = STRATEGIES.filter(
    (strategy) => strategy.audience === audience && !strategiesOff.includes(strategy.id),
  );
  const contenders = market.isOpen(slot)
    ? await contendersAt(database, market, slot, competing)
    : [];
  const decision = await decideOnMarket(market, slot, contenders);
  const { source, isOpen } = market;
  return publishSlot(database, { slot, decision, source, isOpen, clock });
}

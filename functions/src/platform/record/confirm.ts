import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import {
  type Signal,
  signalDocumentSchema,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { type Candle, getCandleEnd, isJump } from '../../domain/market/candles';
import { confirmSignal } from '../../domain/record/confirmation';
import { type Head, recordConfirmation } from '../../domain/record/record';
import { LOOKBACK } from '../../domain/signals/strategies/strategy';
import type { Clock } from '../core/clock';
import { readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { queueNoGo } from '../core/queues';
import type { MarketData } from '../market/marketData';
import { toCloseDocument, toKnownClose, getClosePath, parseStoredClose } from './closes';
import {
  applyWrites,
  toEntryWrites,
  HEAD_PATH,
  parseLedgerHead,
  toHeadWrite,
  type Write,
} from './ledger';
import { LOG_PATH, toLogWrites } from './log';

const toSignalPath = (slot: number) => `signals/${slotId(slot)}`;

/** The signal of the ledger's newest slot if it is neither confirmed nor settled. */
async function readUnconfirmed(
  transaction: Transaction,
  database: Firestore,
  { lastSlot }: Head,
): Promise<Signal | null> {
  if (lastSlot === null) return null;
  const document = await transaction.get(database.doc(toSignalPath(lastSlot)));
  const { data } = signalDocumentSchema.safeParse(document.data());
  return data?.entered === undefined && data?.settlement === null ? data : null;
}

interface Confirmed {
  readonly signal: Signal;
  readonly step: ReturnType<typeof recordConfirmation>;
  /** The close at the entry, unless it was stored before. */
  readonly firstSeen: readonly Write[];
}

/**
 * Decides by the close that the first level is judged on: the stored one, or the one that this stores. Too late to go by
 * any, it stores none: its candles may begin less than an hour before the entry, where each close looks like a jump.
 * @param candles of the signal's pair
 * @param at epoch ms
 */
async function decideEntry(
  transaction: Transaction,
  database: Firestore,
  { head, signal, candles }: { head: Head; signal: Signal; candles: readonly Candle[] },
  at: number,
): Promise<Confirmed> {
  const { pair } = signal;
  const time = getEntryTime(signal);
  const path = getClosePath(pair, time);
  const stored = parseStoredClose(await transaction.get(database.doc(path)));
  const decide = (decidedAt: number) =>
    confirmSignal(signal, candles, decidedAt, stored && toKnownClose(stored));
  const isDecisive = stored === null && at <= time + CONFIRM_TIMEOUT_MS;
  const seen = isDecisive ? candles.find((candle) => getCandleEnd(candle) === time) : undefined;
  const { source } = head;
  const reading = seen && {
    pair,
    time,
    close: seen.close,
    isJump: isJump(candles, time),
    source,
    at,
  };
  const firstSeen = reading ? [{ path, data: toCloseDocument(reading), once: true }] : [];
  return { signal, step: recordConfirmation(head, decide, at), firstSeen };
}

/** Pushes a "no go" to the devices that were sent the signal. */
function writeEntry(
  transaction: Transaction,
  database: Firestore,
  { signal, step: { go }, firstSeen }: Confirmed,
  at: number,
): void {
  const updatedAt = FieldValue.serverTimestamp();
  transaction.update(database.doc(toSignalPath(signal.createdAt)), { entered: go, updatedAt });
  applyWrites(transaction, database, firstSeen);
  if (!go) queueNoGo(database, transaction, signal, at);
}

async function confirmIn(
  transaction: Transaction,
  database: Firestore,
  {
    slot,
    candles,
    publishing,
  }: { slot: number; candles: readonly Candle[]; publishing: Publishing },
): Promise<void> {
  const { market, clock, signer } = publishing;
  const at = clock();
  const refs = [database.doc(HEAD_PATH), database.doc(LOG_PATH)] as const;
  const [stored, log] = await readAll(transaction, ...refs);
  const head = parseLedgerHead(stored, market.source);
  if (!head || head.lastSlot === null || head.lastSlot >= slot) return;
  const signal = await readUnconfirmed(transaction, database, head);
  if (!signal) return;
  const confirmed = await decideEntry(transaction, database, { head, signal, candles }, at);
  const { head: newHead, entries } = confirmed.step;
  const logged = toLogWrites(log, { ledgerId: newHead.ledgerId, entries, signer });
  applyWrites(transaction, database, [...toEntryWrites(entries), toHeadWrite(newHead), ...logged]);
  writeEntry(transaction, database, confirmed, at);
}

/** What a run of the publisher works with. */
export interface Publishing {
  readonly market: MarketData;
  readonly clock: Clock;
  /** Signs the log's checkpoints. */
  readonly signer?: NoteSigner;
}

/**
 * Confirms the newest published signal as `slot` (epoch ms) begins, in a transaction of its own: members get the answer
 * within seconds, whatever the source lacks of other pairs. Without candles of its own pair it is a "no go".
 * @param entering the signal of the slot before
 */
export async function confirmEnteringSignal(
  database: Firestore,
  slot: number,
  publishing: Publishing,
  entering: { readonly pair: Pair } | undefined,
): Promise<void> {
  const { market } = publishing;
  const candles = entering
    ? await market.candles(entering.pair, slot, LOOKBACK).catch(() => [])
    : [];
  await database.runTransaction(
    (transaction) => confirmIn(transaction, database, { slot, candles, publishing }),
    { maxAttempts: 10 },
  );
}

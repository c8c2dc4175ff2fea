import { slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import { restateFirstEntry } from '@quantalgo/contracts/signals/entryOdds';
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

interface EntryConfirmation {
  readonly signal: Signal;
  readonly step: ReturnType<typeof recordConfirmation>;
  /** Stores the close at the entry, unless it was stored before. */
  readonly closeWrites: readonly Write[];
}

/**
 * Decides by the close that also judges the first level, and stores it if it is new. Stores none
 * when too late: the candles may then begin so near the entry that each close looks like a jump.
 * @param candles of the signal's pair
 * @param at epoch ms
 */
async function decideEntry(
  transaction: Transaction,
  database: Firestore,
  { head, signal, candles }: { head: Head; signal: Signal; candles: readonly Candle[] },
  at: number,
): Promise<EntryConfirmation> {
  const { pair } = signal;
  const time = getEntryTime(signal);
  const path = getClosePath(pair, time);
  const stored = parseStoredClose(await transaction.get(database.doc(path)));
  const decide = (decidedAt: number) =>
    confirmSignal(signal, candles, decidedAt, stored && toKnownClose(stored));
  const shouldStoreClose = stored === null && at <= time + CONFIRM_TIMEOUT_MS;
  const entryCandle = shouldStoreClose
    ? candles.find((candle) => getCandleEnd(candle) === time)
    : undefined;
  const { source } = head;
  const reading = entryCandle && {
    pair,
    time,
    close: entryCandle.close,
    isJump: isJump(candles, time),
    source,
    at,
  };
  const closeWrites = reading ? [{ path, data: toCloseDocument(reading), once: true }] : [];
  return { signal, step: recordConfirmation(head, decide, at), closeWrites };
}

/** Null for a no-go, and for signals that don't restate their odds. */
function getEntryOdds(
  signal: Signal,
  { go, entryClose }: EntryConfirmation['step'],
): number | null {
  const isRestated = go && signal.restatesOdds === true;
  return isRestated && entryClose !== null ? restateFirstEntry(signal, entryClose) : null;
}

/** Also queues a no-go push to devices that were sent the signal. */
function writeEntry(
  transaction: Transaction,
  database: Firestore,
  { signal, step, closeWrites }: EntryConfirmation,
  at: number,
): void {
  const { go } = step;
  const entryOdds = getEntryOdds(signal, step);
  transaction.update(database.doc(toSignalPath(signal.createdAt)), {
    entered: go,
    ...(entryOdds !== null && { entryOdds }),
    updatedAt: FieldValue.serverTimestamp(),
  });
  applyWrites(transaction, database, closeWrites);
  if (!go) queueNoGo(database, transaction, signal, at);
}

async function confirmInTransaction(
  transaction: Transaction,
  database: Firestore,
  {
    slot,
    candles,
    context,
  }: { slot: number; candles: readonly Candle[]; context: PublishingContext },
): Promise<void> {
  const { market, clock, signer } = context;
  const at = clock();
  const refs = [database.doc(HEAD_PATH), database.doc(LOG_PATH)] as const;
  const [stored, log] = await readAll(transaction, ...refs);
  const head = parseLedgerHead(stored, market.source);
  if (!head || head.lastSlot === null || head.lastSlot >= slot) return;
  const signal = await readUnconfirmed(transaction, database, head);
  if (!signal) return;
  const confirmation = await decideEntry(transaction, database, { head, signal, candles }, at);
  const { head: newHead, entries } = confirmation.step;
  const logWrites = toLogWrites(log, { ledgerId: newHead.ledgerId, entries, signer });
  applyWrites(transaction, database, [
    ...toEntryWrites(entries),
    toHeadWrite(newHead),
    ...logWrites,
  ]);
  writeEntry(transaction, database, confirmation, at);
}

export interface PublishingContext {
  readonly market: MarketData;
  readonly clock: Clock;
  /** Without one, checkpoints aren't signed. */
  readonly signer?: NoteSigner;
}

/**
 * Confirms the newest published signal when `slot` (epoch ms) begins. Runs in a separate
 * transaction, so that members get the answer within seconds even if other pairs lack candles.
 * Without candles of the signal's own pair, the answer is no-go.
 * @param enteringSignal the previous slot's signal
 */
export async function confirmEnteringSignal(
  database: Firestore,
  slot: number,
  context: PublishingContext,
  enteringSignal: { readonly pair: Pair } | undefined,
): Promise<void> {
  const { market } = context;
  const candles = enteringSignal
    ? await market.candles(enteringSignal.pair, slot, LOOKBACK).catch(() => [])
    : [];
  await database.runTransaction(
    (transaction) => confirmInTransaction(transaction, database, { slot, candles, context }),
    { maxAttempts: 10 },
  );
}

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { CONFIRM_WITHIN_MS } from '@quantalgo/contracts/signals/confirmation';
import {
  type Signal,
  signalDocumentSchema,
  type Source,
} from '@quantalgo/contracts/signals/signal';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { type Candle, endOf, isJump } from '../../domain/market/candles';
import { confirmationOf } from '../../domain/record/confirmation';
import { type Head, recordConfirmation } from '../../domain/record/record';
import type { Clock } from '../core/clock';
import { readAll } from '../core/documents';
import type { NoteSigner } from '../core/noteSigner';
import { queueNoGo } from '../core/queues';
import { closeData, closeIn, closePath, storedIn } from './closes';
import { applyIn, entryWrites, HEAD_PATH, headOf, headWrite, type Write } from './ledger';
import { LOG_PATH, logWrites } from './log';

const signalPath = (slot: number) => `signals/${slotId(slot)}`;

export const enteringPath = (slot: number): string => signalPath(slot - SLOT_MS);

/**
 * The signal of the ledger's newest slot; null if confirmed or settled. `read` holds it unless the
 * publisher skipped slots.
 */
async function readEnteringSignal(
  transaction: Transaction,
  database: Firestore,
  { lastSlot }: Head,
  read: DocumentSnapshot,
): Promise<Signal | null> {
  if (lastSlot === null) return null;
  const path = signalPath(lastSlot);
  const document = read.ref.path === path ? read : await transaction.get(database.doc(path));
  const { data } = signalDocumentSchema.safeParse(document.data());
  return data?.entered === undefined && data?.settlement === null ? data : null;
}

export interface Confirmed {
  readonly signal: Signal;
  readonly step: ReturnType<typeof recordConfirmation>;
  readonly firstSeen: readonly Write[];
}

interface EntryContext {
  readonly head: Head;
  readonly read: DocumentSnapshot;
  /** At least the signal's pair, up to the slot being recorded. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
}

/**
 * Decides on the signal that enters after the head. Uses the stored close of level 1, or stores it.
 * After the deadline it stores none: the candles may start too late to tell a jump.
 */
export async function confirmEntering(
  transaction: Transaction,
  database: Firestore,
  { head, read, candles }: EntryContext,
  at: number,
): Promise<Confirmed | null> {
  const signal = await readEnteringSignal(transaction, database, head, read);
  if (!signal) return null;
  const { pair, expiresAt: time } = signal;
  const pairCandles = candles.get(pair) ?? [];
  const path = closePath(pair, time);
  const stored = storedIn(await transaction.get(database.doc(path)));
  const decide = (decidedAt: number) =>
    confirmationOf(signal, pairCandles, decidedAt, stored && closeIn(stored));
  const isDecisive = stored === null && at <= time + CONFIRM_WITHIN_MS;
  const decisiveCandle = isDecisive
    ? pairCandles.find((candle) => endOf(candle) === time)
    : undefined;
  const { source } = head;
  const reading = decisiveCandle && {
    pair,
    time,
    close: decisiveCandle.close,
    isJump: isJump(pairCandles, time),
    source,
    at,
  };
  const firstSeen = reading ? [{ path, data: closeData(reading), once: true }] : [];
  return { signal, step: recordConfirmation(head, decide, at), firstSeen };
}

/** Pushes a "no go" to the devices that received the signal. `at` in epoch ms. */
export function applyConfirmed(
  transaction: Transaction,
  database: Firestore,
  { signal, step: { go }, firstSeen }: Confirmed,
  at: number,
): void {
  const updatedAt = FieldValue.serverTimestamp();
  transaction.update(database.doc(signalPath(signal.createdAt)), { entered: go, updatedAt });
  applyIn(transaction, database, firstSeen);
  if (!go) queueNoGo(database, transaction, signal, at);
}

interface Entry extends Pick<EntryContext, 'candles'> {
  readonly slot: number;
  readonly source: Source;
  readonly clock: Clock;
  readonly signer: NoteSigner | undefined;
}

export async function confirmAlone(database: Firestore, entry: Entry): Promise<void> {
  const { slot, source, candles, clock, signer } = entry;
  await database.runTransaction(
    async (transaction) => {
      const at = clock();
      const [stored, log, read] = await readAll(
        transaction,
        database.doc(HEAD_PATH),
        database.doc(LOG_PATH),
        database.doc(enteringPath(slot)),
      );
      const head = headOf(stored, source);
      // Another run recorded the slot, or earlier slots are still missing.
      if (head?.lastSlot !== slot - SLOT_MS) return;
      const confirmed = await confirmEntering(transaction, database, { head, read, candles }, at);
      if (!confirmed) return;
      const { head: newHead, entries } = confirmed.step;
      const logUpdates = logWrites(log, { ledgerId: newHead.ledgerId, entries, signer });
      applyIn(transaction, database, [...entryWrites(entries), headWrite(newHead), ...logUpdates]);
      applyConfirmed(transaction, database, confirmed, at);
    },
    { maxAttempts: 10 },
  );
}

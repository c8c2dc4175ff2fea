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

const pathOf = (slot: number) => `signals/${slotId(slot)}`;

/** The document of the signal that enters when `slot` (epoch ms) begins, if there is one. */
export const enteringPath = (slot: number): string => pathOf(slot - SLOT_MS);

/**
 * The signal of the ledger's newest slot, which enters at the next one; null where that slot has none, or it was
 * confirmed or settled already. It is among the documents that were read, unless the publisher left slots out.
 */
async function enteringSignal(
  transaction: Transaction,
  database: Firestore,
  { lastSlot }: Head,
  read: DocumentSnapshot,
): Promise<Signal | null> {
  if (lastSlot === null) return null;
  const path = pathOf(lastSlot);
  const document = read.ref.path === path ? read : await transaction.get(database.doc(path));
  const { data } = signalDocumentSchema.safeParse(document.data());
  return data?.entered === undefined && data?.settlement === null ? data : null;
}

/** A signal with the entry that confirms it, and the close that this goes by, where nobody stored it before. */
export interface Confirmed {
  readonly signal: Signal;
  readonly step: ReturnType<typeof recordConfirmation>;
  readonly firstSeen: readonly Write[];
}

/** What a signal is confirmed by: the head before it, the document at {@link enteringPath}, and the market. */
interface Entering {
  readonly head: Head;
  readonly read: DocumentSnapshot;
  /** Of the signal's pair at least, up to the slot that is being recorded. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
}

/**
 * Decides on the signal that enters next after the head, at `at` (epoch ms); null where there is none. It goes by the
 * close that the first level is judged on: the stored one, or the one that it stores. Too late to go by any, it stores
 * none: its candles may begin less than an hour before the entry, where each close looks like a jump.
 */
export async function confirmEntering(
  transaction: Transaction,
  database: Firestore,
  { head, read, candles }: Entering,
  at: number,
): Promise<Confirmed | null> {
  const signal = await enteringSignal(transaction, database, head, read);
  if (!signal) return null;
  const { pair, expiresAt: time } = signal;
  const own = candles.get(pair) ?? [];
  const path = closePath(pair, time);
  const stored = storedIn(await transaction.get(database.doc(path)));
  const decide = (decidedAt: number) =>
    confirmationOf(signal, own, decidedAt, stored && closeIn(stored));
  const isDecisive = stored === null && at <= time + CONFIRM_WITHIN_MS;
  const seen = isDecisive ? own.find((candle) => endOf(candle) === time) : undefined;
  const { source } = head;
  const reading = seen && { pair, time, close: seen.close, isJump: isJump(own, time), source, at };
  const firstSeen = reading ? [{ path, data: closeData(reading), once: true }] : [];
  return { signal, step: recordConfirmation(head, decide, at), firstSeen };
}

/**
 * Writes what was decided into the signal's document, and the close that it goes by where nobody stored it before; its
 * entry is written with the step's others. A "no go" is pushed to the devices that were sent the signal. `at` in epoch ms.
 */
export function applyConfirmed(
  transaction: Transaction,
  database: Firestore,
  { signal, step: { go }, firstSeen }: Confirmed,
  at: number,
): void {
  const updatedAt = FieldValue.serverTimestamp();
  transaction.update(database.doc(pathOf(signal.createdAt)), { entered: go, updatedAt });
  applyIn(transaction, database, firstSeen);
  if (!go) queueNoGo(database, transaction, signal, at);
}

/** The slot (epoch ms) at which a signal enters, and the market by which it is confirmed there. */
interface Entry extends Pick<Entering, 'candles'> {
  readonly slot: number;
  readonly source: Source;
  readonly clock: Clock;
  readonly signer: NoteSigner | undefined;
}

/** Confirms the signal that enters at a slot in a transaction of its own, before the slot is recorded. */
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
      // Another run has recorded the slot, or slots before it are still to be recorded.
      if (head?.lastSlot !== slot - SLOT_MS) return;
      const confirmed = await confirmEntering(transaction, database, { head, read, candles }, at);
      if (!confirmed) return;
      const { head: newHead, entries } = confirmed.step;
      const logged = logWrites(log, { ledgerId: newHead.ledgerId, entries, signer });
      applyIn(transaction, database, [...entryWrites(entries), headWrite(newHead), ...logged]);
      applyConfirmed(transaction, database, confirmed, at);
    },
    { maxAttempts: 10 },
  );
}

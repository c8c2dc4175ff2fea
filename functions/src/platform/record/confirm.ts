import {
  type Pair,
  type Signal,
  signalDocumentSchema,
  SLOT_MS,
  slotId,
} from '@quantalgo/contracts';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Candle } from '../../domain/candles';
import { confirmationOf } from '../../domain/confirmation';
import { type Head, recordConfirmation } from '../../domain/record';
import { queueNoGo } from '../core/queues';

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

/** A signal with the entry that confirms it. */
export interface Confirmed {
  readonly signal: Signal;
  readonly step: ReturnType<typeof recordConfirmation>;
}

/** What a signal is confirmed by: the head before it, the document at {@link enteringPath}, and the market. */
interface Entering {
  readonly head: Head;
  readonly read: DocumentSnapshot;
  /** Of all pairs, up to the slot that is being recorded. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
}

/** Decides on the signal that enters next after the head, at `at` (epoch ms); null where there is none. */
export async function confirmEntering(
  transaction: Transaction,
  database: Firestore,
  { head, read, candles }: Entering,
  at: number,
): Promise<Confirmed | null> {
  const signal = await enteringSignal(transaction, database, head, read);
  if (!signal) return null;
  const own = candles.get(signal.pair) ?? [];
  const decide = (decidedAt: number) => confirmationOf(signal, own, decidedAt);
  return { signal, step: recordConfirmation(head, decide, at) };
}

/**
 * Writes what was decided into the signal's document; its entry is written with the step's others. A "no go" is pushed
 * to the devices that were sent the signal. `at` in epoch ms.
 */
export function applyConfirmed(
  transaction: Transaction,
  database: Firestore,
  { signal, step: { go } }: Confirmed,
  at: number,
): void {
  const updatedAt = FieldValue.serverTimestamp();
  transaction.update(database.doc(pathOf(signal.createdAt)), { entered: go, updatedAt });
  if (!go) queueNoGo(database, transaction, signal, at);
}

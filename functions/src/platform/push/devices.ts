import { firestoreTime, type Signal } from '@quantalgo/contracts';
import {
  FieldPath,
  Timestamp,
  type Firestore,
  type QueryDocumentSnapshot,
} from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import type { SignalsHeard } from '../../domain/push/hearing';
import type { Push } from './pushes';
import { rowOf, rowsIn, rowsOf, type Row } from './rows';

type Cursor = Push['cursor'];

/** Some devices, and how far they reach in an order that stays: null at its end. */
interface RowPage {
  readonly rows: readonly Row[];
  readonly reached: Cursor;
}

/** The next devices after a cursor. */
export type NextRows = (after: Cursor) => Promise<RowPage>;

/** Those that receive each audience. */
const HEARERS: Readonly<Record<Signal['audience'], readonly SignalsHeard[]>> = {
  basic: ['basic', 'all'],
  'order-flow': ['all'],
};

/** A row that can't be read is passed over: all devices behind it would hear nothing either. */
function readable(document: QueryDocumentSnapshot): Row[] {
  try {
    const row = rowOf(document);
    return row ? [row] : [];
  } catch (error) {
    logger.error('A device can’t be told', { reason: String(error) });
    return [];
  }
}

const placeOf = (document: QueryDocumentSnapshot): Cursor => ({
  id: document.id,
  restsUntil: firestoreTime.parse(document.get('restsUntil')),
});

/** The devices that hear a signal and don't rest at its publication, `atOnce` at a time. */
export const hearersOf =
  (firestore: Firestore, signal: Signal, atOnce: number): NextRows =>
  async (after) => {
    const query = rowsIn(firestore)
      .where('signals', 'in', HEARERS[signal.audience])
      .where('restsUntil', '<=', Timestamp.fromMillis(signal.publishedAt))
      .orderBy('restsUntil', 'asc')
      .orderBy(FieldPath.documentId())
      .limit(atOnce);
    const from = after ? query.startAfter(Timestamp.fromMillis(after.restsUntil), after.id) : query;
    const { docs } = await from.get();
    const last = docs.at(-1);
    return { rows: docs.flatMap(readable), reached: last ? placeOf(last) : null };
  };

/**
 * The devices of one member, or one of them, by their ids. One at a time: a run that breaks off leaves out the device
 * alone that it was telling.
 */
export const devicesOf =
  (firestore: Firestore, uid: string, only: string | null): NextRows =>
  async (after) => {
    const rows = await rowsOf(firestore, uid);
    const [next] = rows
      .filter(({ id }) => (only === null || id === only) && (after === null || id > after.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return next ? { rows: [next], reached: next } : { rows: [], reached: null };
  };

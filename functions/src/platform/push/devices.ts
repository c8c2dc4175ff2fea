import type { Signal } from '@quantalgo/contracts';
import { FieldPath, Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { SignalsHeard } from '../../domain/push/hearing';
import type { Push } from './pushes';
import { rowOf, rowsIn, rowsOf, type Row } from './rows';

type Cursor = Push['cursor'];

/** The next devices after a cursor, in an order that stays. An empty page is the end. */
export type NextRows = (after: Cursor) => Promise<readonly Row[]>;

/** The place of a row in that order. */
export const cursorAt = ({ id, restsUntil }: Row): NonNullable<Cursor> => ({ id, restsUntil });

/** Those that receive each audience. */
const HEARERS: Readonly<Record<Signal['audience'], readonly SignalsHeard[]>> = {
  basic: ['basic', 'all'],
  'order-flow': ['all'],
};

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
    return (await from.get()).docs.flatMap((document) => rowOf(document) ?? []);
  };

/**
 * The devices of one member, or one of them, by their ids. One at a time: a run that breaks off leaves out the device
 * alone that it was telling.
 */
export const devicesOf =
  (firestore: Firestore, uid: string, only: string | null): NextRows =>
  async (after) => {
    const rows = await rowsOf(firestore, uid);
    const next = rows
      .filter(({ id }) => (only === null || id === only) && (after === null || id > after.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return next.slice(0, 1);
  };

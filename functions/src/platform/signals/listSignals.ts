import { AUDIENCES, signalDocumentSchema, type Audience, type Signal } from '@quantalgo/contracts';
import { Timestamp, type Firestore, type Query } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

export interface SignalsWanted {
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
  /** Epoch ms: only signals changed later, in order of change. */
  readonly updatedAfter?: number | undefined;
}

const inAudiences = (signals: Query, audiences: readonly Audience[]): Query =>
  AUDIENCES.every((audience) => audiences.includes(audience))
    ? signals
    : signals.where('audience', 'in', audiences);

/**
 * The signals for these audiences, by time of their slot or, as a catch-up, by time of change. A catch-up may bring the
 * last signal again, because stored times are finer than the milliseconds it is asked with; it never leaves one out.
 * @throws Error when a stored signal is not one.
 */
export async function listSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  { limit, sortOrder, updatedAfter }: SignalsWanted,
): Promise<Signal[]> {
  const signals = inAudiences(firestore.collection('signals'), audiences);
  const ordered =
    updatedAfter === undefined
      ? signals.orderBy('createdAt', sortOrder)
      : signals
          .where('updatedAt', '>', Timestamp.fromMillis(updatedAfter))
          .orderBy('updatedAt', 'asc');
  const { docs } = await ordered.limit(limit).get();
  return docs.flatMap((signal) => parseDocument(signalDocumentSchema, signal) ?? []);
}

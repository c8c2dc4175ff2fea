import { AUDIENCES, signalDocumentSchema, type Audience, type Signal } from '@quantalgo/contracts';
import { Timestamp, type Firestore, type Query } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

export interface SignalsWanted {
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
  /** Epoch ms: only signals changed later, in order of change. */
  readonly updatedAfter?: number | undefined;
  /** Epoch ms: only signals of earlier slots. */
  readonly before?: number | undefined;
}

const inAudiences = (signals: Query, audiences: readonly Audience[]): Query =>
  AUDIENCES.every((audience) => audiences.includes(audience))
    ? signals
    : signals.where('audience', 'in', audiences);

function ordered(signals: Query, { sortOrder, updatedAfter, before }: SignalsWanted): Query {
  if (updatedAfter !== undefined)
    return signals
      .where('updatedAt', '>', Timestamp.fromMillis(updatedAfter))
      .orderBy('updatedAt', 'asc');
  if (before !== undefined)
    return signals
      .where('createdAt', '<', Timestamp.fromMillis(before))
      .orderBy('createdAt', 'desc');
  return signals.orderBy('createdAt', sortOrder);
}

/**
 * The signals for these audiences, by time of their slot or, as a catch-up, by time of change. A catch-up may bring the
 * last signal again, because stored times are finer than the milliseconds it is asked with; it never leaves one out.
 * @throws Error when a stored signal is not one.
 */
export async function listSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  wanted: SignalsWanted,
): Promise<Signal[]> {
  const signals = inAudiences(firestore.collection('signals'), audiences);
  const { docs } = await ordered(signals, wanted).limit(wanted.limit).get();
  return docs.flatMap((signal) => parseDocument(signalDocumentSchema, signal) ?? []);
}

/**
 * The signal with this id where it is for these audiences, null otherwise.
 * @throws Error when the stored signal is not one.
 */
export async function readSignal(
  firestore: Firestore,
  audiences: readonly Audience[],
  id: string,
): Promise<Signal | null> {
  const signal = parseDocument(signalDocumentSchema, await firestore.doc(`signals/${id}`).get());
  return signal && audiences.includes(signal.audience) ? signal : null;
}

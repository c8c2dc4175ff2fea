import {
  collection,
  getDocsFromServer,
  limit,
  orderBy,
  query,
  startAfter,
  Timestamp,
  where,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryConstraint,
} from 'firebase/firestore';
import { AUDIENCES, signalDocumentSchema, type Audience, type Signal } from '@quantalgo/contracts';
import { FIRST_SIGNALS } from '../signals/fitAudiences';

const PAGE = 300;

/** Changes are asked for from this long (ms) before the cursor: commits that overtook one another leave no gap. */
export const OVERLAP_MS = 5000;

function signalsOf(
  firestore: Firestore,
  audiences: readonly Audience[],
  ...constraints: QueryConstraint[]
): Query {
  const filter = audiences.length < AUDIENCES.length ? [where('audience', '==', audiences[0])] : [];
  return query(collection(firestore, 'signals'), ...filter, ...constraints);
}

/** The signals changed after `cursor` (epoch ms), in order of change. */
export const changedSince = (
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number,
): Query =>
  signalsOf(
    firestore,
    audiences,
    where('updatedAt', '>', Timestamp.fromMillis(Math.max(0, cursor - OVERLAP_MS))),
    orderBy('updatedAt'),
  );

/** Reads documents; one that this client can't read is left out. */
export const parseSignals = (documents: readonly DocumentSnapshot[]): Signal[] =>
  documents.flatMap((document) => {
    const parsed = signalDocumentSchema.safeParse(document.data());
    return parsed.success ? [parsed.data] : [];
  });

/**
 * What was missed since `cursor` (epoch ms), page by page in order of change; without a cursor the newest signals.
 * @throws FirestoreError when the server can't be reached, or refuses.
 */
export async function* missedSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number | null,
): AsyncGenerator<Signal[]> {
  if (cursor === null) {
    const newest = signalsOf(
      firestore,
      audiences,
      orderBy('createdAt', 'desc'),
      limit(FIRST_SIGNALS),
    );
    yield parseSignals((await getDocsFromServer(newest)).docs);
    return;
  }
  const changed = changedSince(firestore, audiences, cursor);
  let page = await getDocsFromServer(query(changed, limit(PAGE)));
  yield parseSignals(page.docs);
  for (let last = page.docs[PAGE - 1]; last; last = page.docs[PAGE - 1]) {
    page = await getDocsFromServer(query(changed, startAfter(last), limit(PAGE)));
    yield parseSignals(page.docs);
  }
}

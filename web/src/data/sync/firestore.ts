import {
  lenientTierSchema,
  toUser,
  type User,
  userDocumentSchema,
} from '@quantalgo/contracts/account/member';
import { DAY_MS, firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { type Heartbeat, heartbeatSchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { type Audience, AUDIENCES } from '@quantalgo/contracts/signals/signal';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  doc,
  type DocumentSnapshot,
  enableNetwork,
  type Firestore,
  getDocFromServer,
  getDocsFromServer,
  initializeFirestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  type Query,
  type QueryConstraint,
  setLogLevel,
  startAfter,
  Timestamp,
  where,
} from 'firebase/firestore';
import * as z from 'zod/mini';
import { getFirebaseEnvironment } from '../core/environment';
import { getFirebaseApp } from '../auth/firebaseApp';
import { getChangedDocuments } from '../storage/documents';
import { type Batch, readDocuments } from '../storage/quarantine';
import { INITIAL_SIGNAL_COUNT, startOfDay } from '../storage/eviction';
import {
  followList,
  findHandoverIndex,
  MAX_LIST_ROWS,
  type ListenerList,
  OVERLAP_MS,
} from './relay';

/**
 * Firestore caches in memory only, because the app stores data in the member's database. Its log is
 * off, because the sync handles broken streams.
 */
export function openFirestore(): Firestore {
  setLogLevel('silent');
  const firestore = initializeFirestore(getFirebaseApp(), {});
  const { emulators } = getFirebaseEnvironment();
  if (emulators)
    connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
  return firestore;
}

export async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}

/**
 * Reads a document that has no listener, which forces a response from the server.
 * @throws FirestoreError if the server can't be reached, or refuses
 */
export async function probeServer(firestore: Firestore): Promise<void> {
  await getDocFromServer(doc(firestore, 'stats/performance'));
}

const toMillis = (at: unknown): number => (at instanceof Timestamp ? at.toMillis() : 0);

function querySignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  ...constraints: QueryConstraint[]
): Query {
  const filter = audiences.length < AUDIENCES.length ? [where('audience', '==', audiences[0])] : [];
  return query(collection(firestore, 'signals'), ...filter, ...constraints);
}

/** Signals in order of change, after a document or since shortly before a cursor (epoch ms). */
const queryChangedSince = (
  firestore: Firestore,
  audiences: readonly Audience[],
  position: number | DocumentSnapshot,
): Query =>
  typeof position === 'number'
    ? querySignals(
        firestore,
        audiences,
        where('updatedAt', '>', Timestamp.fromMillis(Math.max(0, position - OVERLAP_MS))),
        orderBy('updatedAt'),
      )
    : querySignals(firestore, audiences, orderBy('updatedAt'), startAfter(position));

/** `since`: the batches so far have all signals since then (epoch ms; 0 for all ever). */
interface NewestSignals {
  readonly batch: Batch;
  readonly since: number;
}

/**
 * Yields the {@link INITIAL_SIGNAL_COUNT} newest signals, then the older ones since `from` (epoch
 * ms).
 * @throws FirestoreError if the server can't be reached, or refuses
 */
export async function* fetchNewestSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  from: number,
): AsyncGenerator<NewestSignals> {
  const newestFirst = orderBy('createdAt', 'desc');
  const newestQuery = querySignals(firestore, audiences, newestFirst, limit(INITIAL_SIGNAL_COUNT));
  const { docs } = await getDocsFromServer(newestQuery);
  const lastDocument = docs[INITIAL_SIGNAL_COUNT - 1];
  const since = lastDocument ? toMillis(lastDocument.get('createdAt')) : 0;
  yield { batch: readDocuments(docs), since };
  if (!lastDocument || since <= from) return;
  const olderSignals = querySignals(
    firestore,
    audiences,
    where('createdAt', '>=', Timestamp.fromMillis(from)),
    newestFirst,
    startAfter(lastDocument),
    limit(MAX_LIST_ROWS),
  );
  yield { batch: readDocuments((await getDocsFromServer(olderSignals)).docs), since: from };
}

/** `day`: UTC, `20261120`. @throws FirestoreError if the server can't be reached, or refuses */
export async function fetchSignalsOfDay(
  firestore: Firestore,
  audiences: readonly Audience[],
  day: string,
): Promise<Batch> {
  const from = startOfDay(day);
  const dayQuery = querySignals(
    firestore,
    audiences,
    where('createdAt', '>=', Timestamp.fromMillis(from)),
    where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS)),
    orderBy('createdAt'),
    limit(MAX_LIST_ROWS),
  );
  return readDocuments((await getDocsFromServer(dayQuery)).docs);
}

type Stop = () => void;

type OnError = (error: unknown) => void;

function watchDocument<S extends z.ZodMiniType>(
  firestore: Firestore,
  path: string,
  schema: S,
  onVersion: (version: z.output<S>) => void,
  onError: OnError,
): Stop {
  return onSnapshot(
    doc(firestore, path),
    { includeMetadataChanges: true },
    (snapshot) => {
      const parsed = schema.safeParse(snapshot.data());
      if (!snapshot.metadata.fromCache && parsed.success) onVersion(parsed.data);
    },
    onError,
  );
}

const lenientUserSchema = z.object({ ...userDocumentSchema.shape, tier: lenientTierSchema });

export const watchUser = (
  firestore: Firestore,
  uid: string,
  onUser: (user: User) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    `users/${uid}`,
    lenientUserSchema,
    (record) => onUser(toUser(uid, record)),
    onError,
  );

const endingSchema = z.object({ endedAt: z.nullable(firestoreTimeSchema) });

export const watchSession = (
  firestore: Firestore,
  sid: string,
  onEnd: () => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    `sessions/${sid}`,
    endingSchema,
    ({ endedAt }) => {
      if (endedAt !== null) onEnd();
    },
    onError,
  );

export const watchHeartbeat = (
  firestore: Firestore,
  onBeat: (beat: Heartbeat | null) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    'status/heartbeat',
    z.catch(z.nullable(heartbeatSchema), null),
    onBeat,
    onError,
  );

export interface SignalHandlers {
  /** `live`: the stream was open and complete before they arrived. */
  readonly onSignals: (batch: Batch, live: boolean) => void;
  readonly onOpen: (open: boolean) => void;
  readonly onError: OnError;
}

export function watchSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number,
  { onSignals, onOpen, onError }: SignalHandlers,
): Stop {
  let open = false;
  type Place = number | DocumentSnapshot;
  const listen = (position: Place, onStretch: (stretch: ListenerList<Place>) => void) =>
    onSnapshot(
      query(queryChangedSince(firestore, audiences, position), limit(MAX_LIST_ROWS)),
      { includeMetadataChanges: true },
      (snapshot) => {
        onSignals(readDocuments(getChangedDocuments(snapshot)), open);
        const { docs, size, metadata } = snapshot;
        const next =
          docs[findHandoverIndex(docs.map((row) => toMillis(row.get('updatedAt'))))] ?? null;
        onStretch({ size, next, isCurrent: !metadata.fromCache });
      },
      onError,
    );
  return followList<Place>(listen, cursor, (isComplete) => {
    open = isComplete;
    onOpen(isComplete);
  });
}

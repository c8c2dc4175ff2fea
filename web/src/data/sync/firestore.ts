import {
  lenientTier,
  toUser,
  type User,
  userDocumentSchema,
} from '@quantalgo/contracts/account/member';
import { DAY_MS, firestoreTime } from '@quantalgo/contracts/core/time';
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
import { firebaseEnvironment } from '../core/environment';
import { firebaseApp } from '../auth/firebaseApp';
import { arrivedIn } from '../storage/documents';
import { type Batch, readDocuments } from '../storage/quarantine';
import { FIRST_SIGNALS, startOfDay } from '../storage/eviction';
import { followInRelays, handover, LIST_CEILING, type ListenerList, OVERLAP_MS } from './relay';

/**
 * Opens Firestore as the member. It caches in memory only, as the app stores data in the member's database. Firestore's
 * log is silent: the sync handles broken streams itself.
 */
export function openFirestore(): Firestore {
  setLogLevel('silent');
  const firestore = initializeFirestore(firebaseApp(), {});
  const { emulators } = firebaseEnvironment();
  if (emulators)
    connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
  return firestore;
}

/** Closes all connections, which may be dead without Firestore noticing, and opens new ones. */
export async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}

/**
 * Requests a document that has no listener, so that the server has to answer.
 * @throws FirestoreError if the server can't be reached, or refuses
 */
export async function askAnything(firestore: Firestore): Promise<void> {
  await getDocFromServer(doc(firestore, 'stats/performance'));
}

const millisOf = (at: unknown): number => (at instanceof Timestamp ? at.toMillis() : 0);

function signalsOf(
  firestore: Firestore,
  audiences: readonly Audience[],
  ...constraints: QueryConstraint[]
): Query {
  const filter = audiences.length < AUDIENCES.length ? [where('audience', '==', audiences[0])] : [];
  return query(collection(firestore, 'signals'), ...filter, ...constraints);
}

/**
 * Query for the signals in order of change: those after a document, or changed since shortly before a cursor (epoch
 * ms).
 */
const changedSince = (
  firestore: Firestore,
  audiences: readonly Audience[],
  behind: number | DocumentSnapshot,
): Query =>
  typeof behind === 'number'
    ? signalsOf(
        firestore,
        audiences,
        where('updatedAt', '>', Timestamp.fromMillis(Math.max(0, behind - OVERLAP_MS))),
        orderBy('updatedAt'),
      )
    : signalsOf(firestore, audiences, orderBy('updatedAt'), startAfter(behind));

/**
 * The {@link FIRST_SIGNALS} newest signals, for a device without any, then those before them since `from` (epoch ms).
 * @throws FirestoreError if the server can't be reached, or refuses
 */
export async function* newestSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  from: number,
): AsyncGenerator<Batch> {
  const newestFirst = orderBy('createdAt', 'desc');
  const newest = signalsOf(firestore, audiences, newestFirst, limit(FIRST_SIGNALS));
  const { docs } = await getDocsFromServer(newest);
  yield readDocuments(docs);
  const last = docs[FIRST_SIGNALS - 1];
  if (!last || millisOf(last.get('createdAt')) <= from) return;
  const others = signalsOf(
    firestore,
    audiences,
    where('createdAt', '>=', Timestamp.fromMillis(from)),
    newestFirst,
    startAfter(last),
    limit(LIST_CEILING),
  );
  yield readDocuments((await getDocsFromServer(others)).docs);
}

/** All signals of a UTC day (`20261120`). @throws FirestoreError if the server can't be reached, or refuses */
export async function signalsOfDay(
  firestore: Firestore,
  audiences: readonly Audience[],
  day: string,
): Promise<Batch> {
  const from = startOfDay(day);
  const ofDay = signalsOf(
    firestore,
    audiences,
    where('createdAt', '>=', Timestamp.fromMillis(from)),
    where('createdAt', '<', Timestamp.fromMillis(from + DAY_MS)),
    orderBy('createdAt'),
    limit(LIST_CEILING),
  );
  return readDocuments((await getDocsFromServer(ofDay)).docs);
}

type Stop = () => void;

type OnError = (error: unknown) => void;

/** Listens to one document: each version from the server that matches the schema. */
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

const followedUserSchema = z.object({ ...userDocumentSchema.shape, tier: lenientTier });

/** Listens to the member's user document. */
export const watchUser = (
  firestore: Firestore,
  uid: string,
  onUser: (user: User) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    `users/${uid}`,
    followedUserSchema,
    (record) => onUser(toUser(uid, record)),
    onError,
  );

const endingSchema = z.object({ endedAt: z.nullable(firestoreTime) });

/** Listens to the session in the member's token: calls `onEnd` once the server has ended it. */
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

/** Listens to the heartbeat; null before the first one, and for one that this client can't read. */
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

/** Callbacks of the stream of signals. */
export interface SignalHandlers {
  /** New or changed signals; `live` if the stream was open and complete before they arrived. */
  readonly onSignals: (batch: Batch, live: boolean) => void;
  /** The stream became complete, or lost the server. */
  readonly onOpen: (open: boolean) => void;
  readonly onError: OnError;
}

/** Listens to the signals of these audiences that change after `cursor` (epoch ms). */
export function watchSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number,
  { onSignals, onOpen, onError }: SignalHandlers,
): Stop {
  let open = false;
  type Place = number | DocumentSnapshot;
  const listen = (behind: Place, onStretch: (stretch: ListenerList<Place>) => void) =>
    onSnapshot(
      query(changedSince(firestore, audiences, behind), limit(LIST_CEILING)),
      { includeMetadataChanges: true },
      (snapshot) => {
        onSignals(readDocuments(arrivedIn(snapshot)), open);
        const { docs, size, metadata } = snapshot;
        const next = docs[handover(docs.map((one) => millisOf(one.get('updatedAt'))))] ?? null;
        onStretch({ size, next, isCurrent: !metadata.fromCache });
      },
      onError,
    );
  return followInRelays<Place>(listen, cursor, (isComplete) => {
    open = isComplete;
    onOpen(isComplete);
  });
}

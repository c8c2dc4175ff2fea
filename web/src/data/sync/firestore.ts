import {
  type Audience,
  AUDIENCES,
  firestoreTime,
  type Heartbeat,
  heartbeatSchema,
  type Performance,
  performanceCountersSchema,
  performanceOf,
  type Signal,
  signalDocumentSchema,
  toUser,
  type User,
  userDocumentSchema,
} from '@quantalgo/contracts';
import {
  collection,
  connectFirestoreEmulator,
  disableNetwork,
  doc,
  type DocumentSnapshot,
  enableNetwork,
  type Firestore,
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
import { firebaseApp } from '../session/firebaseAuth';
import { loadAuth } from '../session/tokens';
import { FIRST_SIGNALS } from '../storage/retention';
import { followInRelays, LIST_CEILING, type Stretch } from './relay';

/**
 * Firestore as the member sees it. It caches in memory alone: what is to be kept goes to the member's own database.
 * Auth is loaded first, so that no request goes out without its token. Its own log is silent: that a stream broke is
 * nothing to report, but to act on.
 */
export async function openFirestore(): Promise<Firestore> {
  const { startAuth } = await loadAuth();
  startAuth();
  setLogLevel('silent');
  const firestore = initializeFirestore(firebaseApp(), {});
  const { emulators } = firebaseEnvironment();
  if (emulators)
    connectFirestoreEmulator(firestore, emulators.firestore.host, emulators.firestore.port);
  return firestore;
}

/** Drops all connections, which may be dead without knowing it, and opens new ones. */
export async function reconnect(firestore: Firestore): Promise<void> {
  await disableNetwork(firestore);
  await enableNetwork(firestore);
}

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
const changedSince = (
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
const parseSignals = (documents: readonly DocumentSnapshot[]): Signal[] =>
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
  let page = await getDocsFromServer(query(changed, limit(LIST_CEILING)));
  yield parseSignals(page.docs);
  for (let last = page.docs[LIST_CEILING - 1]; last; last = page.docs[LIST_CEILING - 1]) {
    page = await getDocsFromServer(query(changed, startAfter(last), limit(LIST_CEILING)));
    yield parseSignals(page.docs);
  }
}

type Stop = () => void;

type OnError = (error: unknown) => void;

/** Follows one document as the server has it: each version that this client can read. */
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

/** Follows the member's own record. */
export const watchUser = (
  firestore: Firestore,
  uid: string,
  onUser: (user: User) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    `users/${uid}`,
    userDocumentSchema,
    (record) => onUser(toUser(uid, record)),
    onError,
  );

const endingSchema = z.object({ endedAt: z.nullable(firestoreTime) });

/** Follows the session that the member's token names: `onEnd` is told once the server has ended it. */
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

/** Follows the heartbeat. */
export const watchHeartbeat = (
  firestore: Firestore,
  onBeat: (beat: Heartbeat) => void,
  onError: OnError,
): Stop => watchDocument(firestore, 'status/heartbeat', heartbeatSchema, onBeat, onError);

/** Follows the figures of the record. */
export const watchPerformance = (
  firestore: Firestore,
  onFigures: (figures: Performance) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    firestore,
    'stats/performance',
    performanceCountersSchema,
    (counters) => onFigures(performanceOf(counters)),
    onError,
  );

/** What the stream of signals brings. */
export interface SignalHandlers {
  /** Signals new or changed; `live` when the stream was open and complete before they came. */
  readonly onSignals: (signals: Signal[], live: boolean) => void;
  /** The stream became complete, or lost the server. */
  readonly onOpen: (open: boolean) => void;
  readonly onError: OnError;
}

const millisOf = (at: unknown): number => (at instanceof Timestamp ? at.toMillis() : 0);

/** Follows the signals of these audiences that change after `cursor` (epoch ms). */
export function watchSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  cursor: number,
  { onSignals, onOpen, onError }: SignalHandlers,
): Stop {
  let open = false;
  const listen = (after: number, onStretch: (stretch: Stretch) => void) =>
    onSnapshot(
      query(changedSince(firestore, audiences, after), limit(LIST_CEILING)),
      { includeMetadataChanges: true },
      (snapshot) => {
        const changed = snapshot.docChanges().filter(({ type }) => type !== 'removed');
        onSignals(parseSignals(changed.map((change) => change.doc)), open);
        const newest = millisOf(snapshot.docs.at(-1)?.get('updatedAt'));
        onStretch({ size: snapshot.size, newest, isCurrent: !snapshot.metadata.fromCache });
      },
      onError,
    );
  return followInRelays(listen, cursor, (isComplete) => {
    open = isComplete;
    onOpen(isComplete);
  });
}

import {
  type Audience,
  AUDIENCES,
  DAY_MS,
  firestoreTime,
  type Heartbeat,
  heartbeatSchema,
  lenientTier,
  toUser,
  type User,
  userDocumentSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { Connection } from '../firestore/connection';
import { type Document, timeIn } from '../firestore/document';
import type { Condition, ListQuery } from '../firestore/query';
import type { Listener } from '../firestore/targets';
import { type Batch, readDocuments } from '../storage/quarantine';
import { FIRST_SIGNALS, startOfDay } from '../storage/eviction';
import { followInRelays, handover, LIST_CEILING, type ListenerList, OVERLAP_MS } from './relay';

/** Requests a document that has no listener, so that the server has to answer. @throws ListenError */
export async function askAnything(connection: Connection): Promise<void> {
  await connection.fetch({ path: 'stats/performance' });
}

/** The signals of these audiences that meet a query's conditions. */
const signalsOf = (
  audiences: readonly Audience[],
  { where = [], ...query }: Omit<ListQuery, 'collection'>,
): ListQuery => {
  const [audience] = audiences;
  const isOne = audience !== undefined && audiences.length < AUDIENCES.length;
  const own: Condition[] = isOne ? [{ field: 'audience', equals: audience }] : [];
  return { collection: 'signals', where: [...own, ...where], ...query };
};

/** The signals in order of change: those after a document, or changed since shortly before a cursor (epoch ms). */
const changedSince = (audiences: readonly Audience[], behind: number | Document): ListQuery => {
  const inOrder = { orderBy: ['updatedAt', 'oldest first'], limit: LIST_CEILING } as const;
  if (typeof behind !== 'number') return signalsOf(audiences, { ...inOrder, behind });
  const after = Math.max(0, behind - OVERLAP_MS);
  return signalsOf(audiences, { ...inOrder, where: [{ field: 'updatedAt', after }] });
};

/**
 * The {@link FIRST_SIGNALS} newest signals, for a device without any, then those before them since `from` (epoch ms).
 * @throws ListenError
 */
export async function* newestSignals(
  connection: Connection,
  audiences: readonly Audience[],
  from: number,
): AsyncGenerator<Batch> {
  const newestFirst = { orderBy: ['createdAt', 'newest first'] } as const;
  const newest = await connection.fetch(
    signalsOf(audiences, { ...newestFirst, limit: FIRST_SIGNALS }),
  );
  yield readDocuments(newest);
  const behind = newest[FIRST_SIGNALS - 1];
  if (!behind || timeIn(behind, 'createdAt') <= from) return;
  const where = [{ field: 'createdAt', from }];
  const others = signalsOf(audiences, { ...newestFirst, where, behind, limit: LIST_CEILING });
  yield readDocuments(await connection.fetch(others));
}

/** All signals of a UTC day (`20261120`). @throws ListenError */
export async function signalsOfDay(
  connection: Connection,
  audiences: readonly Audience[],
  day: string,
): Promise<Batch> {
  const from = startOfDay(day);
  const ofDay = signalsOf(audiences, {
    where: [
      { field: 'createdAt', from },
      { field: 'createdAt', before: from + DAY_MS },
    ],
    orderBy: ['createdAt', 'oldest first'],
    limit: LIST_CEILING,
  });
  return readDocuments(await connection.fetch(ofDay));
}

type Stop = () => void;

type OnError = (error: unknown) => void;

/** Listens to one document: each version that matches the schema. */
function watchDocument<S extends z.ZodMiniType>(
  connection: Connection,
  path: string,
  schema: S,
  onVersion: (version: z.output<S>) => void,
  onError: OnError,
): Stop {
  const onSnapshot: Listener['onSnapshot'] = ({ documents: [document] }) => {
    const parsed = schema.safeParse(document?.data());
    if (parsed.success) onVersion(parsed.data);
  };
  return connection.listen({ path }, { onSnapshot, onError });
}

const followedUserSchema = z.object({ ...userDocumentSchema.shape, tier: lenientTier });

/** Listens to the member's user document. */
export const watchUser = (
  connection: Connection,
  uid: string,
  onUser: (user: User) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    connection,
    `users/${uid}`,
    followedUserSchema,
    (record) => onUser(toUser(uid, record)),
    onError,
  );

const endingSchema = z.object({ endedAt: z.nullable(firestoreTime) });

/** Listens to the session in the member's token: calls `onEnd` once the server has ended it. */
export const watchSession = (
  connection: Connection,
  sid: string,
  onEnd: () => void,
  onError: OnError,
): Stop =>
  watchDocument(
    connection,
    `sessions/${sid}`,
    endingSchema,
    ({ endedAt }) => {
      if (endedAt !== null) onEnd();
    },
    onError,
  );

/** Listens to the heartbeat; null before the first one, and for one that this client can't read. */
export const watchHeartbeat = (
  connection: Connection,
  onBeat: (beat: Heartbeat | null) => void,
  onError: OnError,
): Stop =>
  watchDocument(
    connection,
    'status/heartbeat',
    z.catch(z.nullable(heartbeatSchema), null),
    onBeat,
    onError,
  );

/** Callbacks of the stream of signals. */
export interface SignalHandlers {
  /** New or changed signals; `live` if the stream was open and complete before they arrived. */
  readonly onSignals: (batch: Batch, live: boolean) => void;
  /** The stream became complete, or is no longer. */
  readonly onOpen: (open: boolean) => void;
  readonly onError: OnError;
}

/** Listens to the signals of these audiences that change after `cursor` (epoch ms). */
export function watchSignals(
  connection: Connection,
  audiences: readonly Audience[],
  cursor: number,
  { onSignals, onOpen, onError }: SignalHandlers,
): Stop {
  let open = false;
  type Place = number | Document;
  const listen = (behind: Place, onStretch: (stretch: ListenerList<Place>) => void) => {
    const onSnapshot: Listener['onSnapshot'] = ({ documents, changed }) => {
      onSignals(readDocuments(changed), open);
      const changes = documents.map((document) => timeIn(document, 'updatedAt'));
      onStretch({ size: documents.length, next: documents[handover(changes)] ?? null });
    };
    return connection.listen(changedSince(audiences, behind), { onSnapshot, onError });
  };
  return followInRelays<Place>(listen, cursor, (isComplete) => {
    open = isComplete;
    onOpen(isComplete);
  });
}

import { audiencesOf, mayUse } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import type { Heartbeat, Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import { performanceOf } from '@quantalgo/contracts/record/performance';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { disableNetwork, type Firestore, terminate } from 'firebase/firestore';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { recordContact, serverNow } from '../core/clock';
import type { Observable } from '../core/observable';
import { whenIdle } from '../core/whenIdle';
import { withTimeout } from '../core/withTimeout';
import { liveShown } from '../live/shown';
import { chatShown, networkShown, presenceShown } from '../network/shown';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { claims } from '../auth/idTokens';
import { storeHeartbeat } from '../signals/heartbeat';
import { storePerformance } from '../signals/useSignals';
import { withDatabase } from '../storage/memberDatabase';
import type { Batch } from '../storage/quarantine';
import { dropUnreadable, enforceRetention } from '../storage/retention';
import { pruneToAudiences, readCursor, storeSignals } from '../storage/signalTable';
import { comparedFrom, followCompleteness } from './completeness';
import {
  newestSignals,
  signalsOfDay,
  openFirestore,
  askAnything,
  reconnect,
  type SignalHandlers,
  watchHeartbeat,
  watchSession,
  watchSignals,
} from './firestore';
import type { SyncEvent } from './machine';
import { followOwnDocuments, whileShown } from './ownDocuments';

const denial = z.object({ code: z.enum(['permission-denied', 'unauthenticated']) });

/**
 * `denied` if the server refused the member, whose access is then fetched again; `failed` for other, possibly temporary
 * failures.
 */
const failureOf = (error: unknown): 'denied' | 'failed' =>
  denial.safeParse(error).success ? 'denied' : 'failed';

interface Link {
  readonly uid: string;
  readonly firestore: Firestore;
  readonly dispatch: (event: SyncEvent) => void;
  /** A random number (0 to 1) that spreads the devices' requests. */
  readonly spread: number;
  /** Aborted when another link replaces it. */
  readonly closed: AbortSignal;
}

const cursorOf = async (uid: string) => (await withDatabase(uid, readCursor))?.updatedAt ?? null;

/** Stores signals that arrived; `complete`: nothing is missing before them, so the cursor advances. */
const keep = (
  { uid }: Link,
  audiences: readonly Audience[],
  batch: Batch,
  { live = false, complete = true },
) => {
  const arrival = { receivedAt: serverNow(), live };
  return withDatabase(uid, (database) =>
    storeSignals(database, audiences, batch, arrival, complete),
  );
};

/**
 * Fetches and stores the newest signals on a device without any. Changes meanwhile are newer than the first batch, so the
 * first batch determines the cursor.
 * @returns the cursor (epoch ms)
 */
async function fetchFirst(link: Link, audiences: readonly Audience[]): Promise<number> {
  const { uid, firestore, closed } = link;
  let complete = true;
  for await (const batch of newestSignals(firestore, audiences, comparedFrom(serverNow()))) {
    if (closed.aborted) break;
    await keep(link, audiences, batch, { complete });
    complete = false;
  }
  return (await cursorOf(uid)) ?? 0;
}

/** Stores a heartbeat and the figures, which are fetched if the heartbeat has none. */
async function storeBeat(uid: string, beat: Heartbeat): Promise<void> {
  await withDatabase(uid, (database) => storeHeartbeat(database, beat));
  const figures = beat.figures
    ? performanceOf(beat.figures)
    : (await call(signalsEndpoints.performance, {})).data;
  await withDatabase(uid, (database) => storePerformance(database, figures));
}

/**
 * Listens to the heartbeat, and compares what is stored with the inventory in it. `followFrom` listens to the signals
 * that changed after a cursor (epoch ms).
 */
function followRecord(
  link: Link,
  audiences: readonly Audience[],
): { readonly followFrom: (cursor: number) => void } {
  const { uid, firestore, dispatch, closed, spread } = link;
  const onError = (error: unknown) => dispatch({ type: failureOf(error) });
  const until = (stop: () => void) => closed.addEventListener('abort', stop);
  // Compare only after the catch-up: until then signals are expected to be missing.
  let hasCaughtUp = false;
  let inventory: Inventory | null | undefined;
  const compare = () => {
    if (hasCaughtUp && inventory !== undefined) completeness.told(inventory);
  };
  const completeness = followCompleteness({
    uid,
    audiences,
    spread,
    closed,
    fetchDay: (day) => signalsOfDay(firestore, audiences, day),
    onCompared: (whole) => {
      if (whole) recordContact(serverNow());
      dispatch({ type: 'compared', whole });
    },
    onRepaired: () => dispatch({ type: 'failed' }),
  });
  const onBeat = (beat: Heartbeat | null) => {
    inventory = beat?.inventory ?? null;
    compare();
    if (!beat) return;
    dispatch({ type: 'heartbeat', slot: slotStartOfId(beat.slot) });
    storeBeat(uid, beat).catch(ignoreExpected);
  };
  until(watchHeartbeat(firestore, onBeat, onError));
  const handlers: SignalHandlers = {
    onSignals: (batch, live) => {
      if (batch.signals.length + batch.unread.length > 0)
        keep(link, audiences, batch, { live }).then(completeness.stored, onError);
    },
    onOpen: (isOpen) => {
      dispatch({ type: isOpen ? 'connected' : 'lost' });
      hasCaughtUp ||= isOpen;
      if (isOpen) compare();
    },
    onError,
  };
  return {
    followFrom: (cursor) => {
      if (!closed.aborted) until(watchSignals(firestore, audiences, cursor, handlers));
    },
  };
}

const grantSchema = z.object({ sid: z.string() });

/** Listens to the session: if it was ended elsewhere, this page closes at once, not with its next request. */
async function followSession({ uid, firestore, dispatch, closed }: Link): Promise<void> {
  const grant = grantSchema.safeParse(await claims(uid, false));
  if (!grant.success || closed.aborted) return;
  const onEnd = () => dispatch({ type: 'denied' });
  const onError = (error: unknown) => dispatch({ type: failureOf(error) });
  closed.addEventListener('abort', watchSession(firestore, grant.data.sid, onEnd, onError));
}

/** Longest wait (ms) for the stored cursor, with which all listeners go out in one request. */
const PLACED_WITHIN_MS = 300;

/** Fits the store to the member's access. @returns the cursor (epoch ms), null if there is none */
const placeIn = (uid: string, audiences: readonly Audience[]): Promise<number | null> =>
  withDatabase(uid, async (database) => {
    await pruneToAudiences(database, audiences);
    return (await readCursor(database))?.updatedAt ?? null;
  });

/** Keeps the store within its bounds and readable: reads much of it, so not before the page is idle. */
function tidy({ uid, dispatch, closed }: Link, audiences: readonly Audience[]): void {
  const callOff = whenIdle(() => {
    withDatabase(uid, async (database) => {
      await enforceRetention(database, audiences, serverNow());
      if (await dropUnreadable(database)) dispatch({ type: 'failed' });
    }).catch((error: unknown) => dispatch({ type: failureOf(error) }));
  });
  closed.addEventListener('abort', callOff);
}

/** Begins a listener, which calls `onError` when it ends by itself. @returns the stop */
type Listen = (onError: () => void) => () => void;

/** Listens while this tab shows the room. What it misses comes with the room's next look. */
function followWhileShown(
  { closed }: Link,
  shown: Observable<number>,
  fetchListen: () => Promise<Listen>,
): void {
  const watch = () => {
    const ended = new AbortController();
    void fetchListen()
      .then((listen) => {
        if (ended.signal.aborted) return;
        const stop = listen(() => ended.abort());
        ended.signal.addEventListener('abort', stop);
      })
      .catch(ignoreExpected);
    return () => ended.abort();
  };
  closed.addEventListener('abort', whileShown([shown], watch));
}

/** Listens to what members write, to how many are online and to live sessions, each where the member may see it. */
function followRooms(link: Link, user: User): void {
  const { uid, firestore } = link;
  const written = (table: 'posts' | 'messages') => async (): Promise<Listen> => {
    const { watchPosts } = await import('../network/stream');
    return (onError) => watchPosts(firestore, { uid, table }, onError);
  };
  if (mayUse('traders-network', user)) {
    followWhileShown(link, networkShown, written('posts'));
    followWhileShown(link, presenceShown, async () => {
      const { watchPresence } = await import('../network/stream');
      return (onError) => watchPresence(firestore, uid, onError);
    });
  }
  if (mayUse('essential-room', user)) followWhileShown(link, chatShown, written('messages'));
  if (mayUse('platinum-stream', user))
    followWhileShown(link, liveShown, async () => {
      const { watchLive } = await import('../live/stream');
      return (onError) => watchLive(firestore, uid, onError);
    });
}

/** Opens the link: always the member's own documents; signals only if the member may receive them. */
async function open(link: Link, user: User): Promise<void> {
  const { uid, dispatch, closed } = link;
  const audiences = audiencesOf(user);
  const place = placeIn(uid, audiences);
  await withTimeout(
    PLACED_WITHIN_MS,
    place.then(
      () => undefined,
      () => undefined,
    ),
    undefined,
  );
  if (closed.aborted) return;
  followOwnDocuments(
    link,
    () => dispatch({ type: 'own' }),
    (error) => dispatch({ type: failureOf(error) }),
  );
  followRooms(link, user);
  followSession(link).catch((error: unknown) => dispatch({ type: failureOf(error) }));
  const record = audiences.length === 0 ? null : followRecord(link, audiences);
  const cursor = await place;
  record?.followFrom(cursor ?? (await fetchFirst(link, audiences)));
  if (record) tidy(link, audiences);
}

/**
 * The member's stream: `connect` replaces the current link with a new one, `disconnect` closes it, `probe` reports
 * `silent` if the server doesn't answer on it.
 */
export interface Stream {
  readonly connect: () => void;
  readonly disconnect: () => void;
  readonly probe: () => void;
}

/** A stream that hasn't answered a probe after this time (ms) counts as dead. */
const ANSWERS_WITHIN_MS = 2000;

/** Whether the server answers a request on this connection; a refusal is an answer. Never rejects. */
async function answers(firestore: Firestore | undefined): Promise<boolean> {
  if (!firestore) return false;
  const answer = askAnything(firestore).then(
    () => true,
    (error: unknown) => failureOf(error) === 'denied',
  );
  return withTimeout(ANSWERS_WITHIN_MS, answer, false);
}

/** The stream of one member, which dispatches its events until `stopped`. */
export function createStream(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): Stream {
  let firestore: Firestore | undefined;
  let link = new AbortController();
  stopped.addEventListener('abort', () => {
    link.abort();
    if (firestore) void terminate(firestore);
  });
  const telling = (closed: AbortSignal) => (event: SyncEvent) => {
    if (!closed.aborted) dispatch(event);
  };
  const build = async (closed: AbortSignal) => {
    const isBuiltAnew = firestore !== undefined;
    const connection = { firestore: (firestore ??= openFirestore()), spread: Math.random() };
    if (isBuiltAnew) await reconnect(connection.firestore);
    const user = currentUser();
    if (!closed.aborted && user?.id === uid)
      await open({ uid, ...connection, dispatch: telling(closed), closed }, user);
  };
  return {
    connect: () => {
      link.abort();
      link = new AbortController();
      const { signal } = link;
      build(signal).catch((error: unknown) => telling(signal)({ type: failureOf(error) }));
    },
    disconnect: () => {
      link.abort();
      if (firestore) void disableNetwork(firestore);
    },
    probe: () => {
      const tell = telling(link.signal);
      void answers(firestore).then((answered) => {
        if (!answered) tell({ type: 'silent' });
      });
    },
  };
}

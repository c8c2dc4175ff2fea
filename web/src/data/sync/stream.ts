import { getAudiences, canUseFeature } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Heartbeat, Inventory } from '@quantalgo/contracts/record/heartbeatDocument';
import { toPerformance } from '@quantalgo/contracts/record/performance';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { disableNetwork, type Firestore, terminate } from 'firebase/firestore';
import * as z from 'zod/mini';
import { ignoreExpected } from '../core/faults';
import { recordContact, serverNow } from '../core/clock';
import type { Observable } from '../core/observable';
import { runWhenIdle } from '../core/whenIdle';
import { withTimeout } from '../core/withTimeout';
import { liveMountCount } from '../live/mountCounts';
import { chatMountCount, networkMountCount, presenceMountCount } from '../network/mountCounts';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import { getClaims } from '../auth/idTokens';
import { storeHeartbeat } from '../signals/heartbeat';
import { storePerformance } from '../signals/useSignals';
import { withDatabase } from '../storage/memberDatabase';
import type { Batch } from '../storage/quarantine';
import { dropUnreadable, enforceRetention } from '../storage/retention';
import { pruneToAudiences, readCursor, storeSignals } from '../storage/signalTable';
import { getComparisonStart, monitorCompleteness } from './completeness';
import {
  fetchNewestSignals,
  fetchSignalsOfDay,
  openFirestore,
  probeServer,
  reconnect,
  type SignalHandlers,
  watchHeartbeat,
  watchSession,
  watchSignals,
} from './firestore';
import type { SyncEvent } from './machine';
import { followOwnDocuments, watchWhileShown } from './ownDocuments';

const denialSchema = z.object({ code: z.enum(['permission-denied', 'unauthenticated']) });

/**
 * `denied`: the server refused, so the member's access is fetched again. `failed`: any other
 * failure, possibly temporary.
 */
const toFailure = (error: unknown): 'denied' | 'failed' =>
  denialSchema.safeParse(error).success ? 'denied' : 'failed';

interface Link {
  readonly uid: string;
  readonly firestore: Firestore;
  readonly dispatch: (event: SyncEvent) => void;
  readonly jitter: number;
  readonly closed: AbortSignal;
}

const readCursorTime = async (uid: string) =>
  (await withDatabase(uid, readCursor))?.updatedAt ?? null;

interface StoreOptions {
  readonly live?: boolean;
  readonly complete?: boolean;
  readonly since?: number;
}

const store = (
  { uid }: Link,
  audiences: readonly Audience[],
  batch: Batch,
  { live = false, complete = true, since }: StoreOptions,
) => {
  const arrival = { receivedAt: serverNow(), live };
  return withDatabase(uid, (database) =>
    storeSignals(database, audiences, batch, arrival, complete, since),
  );
};

/**
 * The first batch determines the cursor, because changes made during the fetch are newer.
 * @returns the cursor (epoch ms)
 */
async function fetchNewest(link: Link, audiences: readonly Audience[]): Promise<number> {
  const { uid, firestore, closed } = link;
  let complete = true;
  for await (const { batch, since } of fetchNewestSignals(
    firestore,
    audiences,
    getComparisonStart(serverNow()),
  )) {
    if (closed.aborted) break;
    await store(link, audiences, batch, { complete, since });
    complete = false;
  }
  return (await readCursorTime(uid)) ?? 0;
}

async function storeBeat(uid: string, beat: Heartbeat): Promise<void> {
  await withDatabase(uid, (database) => storeHeartbeat(database, beat));
  const figures = beat.figures
    ? toPerformance(beat.figures)
    : (await call(signalsEndpoints.performance, {})).data;
  await withDatabase(uid, (database) => storePerformance(database, figures));
}

/**
 * Listens to the heartbeat, and compares the stored signals with its inventory. `followFrom`
 * listens to signals changed after a cursor (epoch ms).
 */
function followRecord(
  link: Link,
  audiences: readonly Audience[],
): { readonly followFrom: (cursor: number) => void } {
  const { uid, firestore, dispatch, closed, jitter } = link;
  const onError = (error: unknown) => dispatch({ type: toFailure(error) });
  const stopWhenClosed = (stop: () => void) => closed.addEventListener('abort', stop);
  // Until the catch-up has ended, signals are expected to be missing.
  let hasCaughtUp = false;
  let inventory: Inventory | null | undefined;
  const compare = () => {
    if (hasCaughtUp && inventory !== undefined) completeness.receive(inventory);
  };
  const completeness = monitorCompleteness({
    uid,
    audiences,
    jitter,
    closed,
    fetchDay: (day) => fetchSignalsOfDay(firestore, audiences, day),
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
    dispatch({ type: 'heartbeat', slot: parseSlotId(beat.slot) });
    storeBeat(uid, beat).catch(ignoreExpected);
  };
  stopWhenClosed(watchHeartbeat(firestore, onBeat, onError));
  const handlers: SignalHandlers = {
    onSignals: (batch, live) => {
      if (batch.signals.length + batch.unparsed.length > 0)
        store(link, audiences, batch, { live }).then(completeness.stored, onError);
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
      if (!closed.aborted) stopWhenClosed(watchSignals(firestore, audiences, cursor, handlers));
    },
  };
}

const sessionClaimSchema = z.object({ sid: z.string() });

async function followSession({ uid, firestore, dispatch, closed }: Link): Promise<void> {
  const claim = sessionClaimSchema.safeParse(await getClaims(uid, false));
  if (!claim.success || closed.aborted) return;
  const onEnd = () => dispatch({ type: 'denied' });
  const onError = (error: unknown) => dispatch({ type: toFailure(error) });
  closed.addEventListener('abort', watchSession(firestore, claim.data.sid, onEnd, onError));
}

/** Wait for the stored cursor. If it arrives in time, all listeners start in one request. */
const CURSOR_TIMEOUT_MS = 300;

/**
 * Deletes data that the member may no longer see.
 * @returns the cursor (epoch ms); null if there is none
 */
const prepareStore = (uid: string, audiences: readonly Audience[]): Promise<number | null> =>
  withDatabase(uid, async (database) => {
    await pruneToAudiences(database, audiences);
    return (await readCursor(database))?.updatedAt ?? null;
  });

/** Runs when the page is idle, because it reads much of the database. */
function cleanUp({ uid, dispatch, closed }: Link, audiences: readonly Audience[]): void {
  if (closed.aborted) return;
  const cancel = runWhenIdle(() => {
    withDatabase(uid, async (database) => {
      await enforceRetention(database, audiences, serverNow());
      if (await dropUnreadable(database)) dispatch({ type: 'failed' });
    }).catch((error: unknown) => dispatch({ type: toFailure(error) }));
  });
  closed.addEventListener('abort', cancel);
}

type Subscribe = (onError: () => void) => () => void;

function followWhileShown(
  { closed }: Link,
  mountCount: Observable<number>,
  loadSubscribe: () => Promise<Subscribe>,
): void {
  const watch = () => {
    const controller = new AbortController();
    void loadSubscribe()
      .then((listen) => {
        if (controller.signal.aborted) return;
        const stop = listen(() => controller.abort());
        controller.signal.addEventListener('abort', stop);
      })
      .catch(ignoreExpected);
    return () => controller.abort();
  };
  closed.addEventListener('abort', watchWhileShown([mountCount], watch));
}

function followRooms(link: Link, user: User): void {
  const { uid, firestore } = link;
  const listenToPosts = (table: 'posts' | 'messages') => async (): Promise<Subscribe> => {
    const { watchPosts } = await import('../network/stream');
    return (onError) => watchPosts(firestore, { uid, table }, onError);
  };
  if (canUseFeature('traders-network', user)) {
    followWhileShown(link, networkMountCount, listenToPosts('posts'));
    followWhileShown(link, presenceMountCount, async () => {
      const { watchPresence } = await import('../network/stream');
      return (onError) => watchPresence(firestore, uid, onError);
    });
  }
  if (canUseFeature('essential-room', user))
    followWhileShown(link, chatMountCount, listenToPosts('messages'));
  if (canUseFeature('platinum-stream', user))
    followWhileShown(link, liveMountCount, async () => {
      const { watchLive } = await import('../live/stream');
      return (onError) => watchLive(firestore, uid, onError);
    });
}

async function openLink(link: Link, user: User): Promise<void> {
  const { uid, dispatch, closed } = link;
  const audiences = getAudiences(user);
  const cursorLoad = prepareStore(uid, audiences);
  await withTimeout(
    CURSOR_TIMEOUT_MS,
    cursorLoad.then(
      () => undefined,
      () => undefined,
    ),
    undefined,
  );
  if (closed.aborted) return;
  followOwnDocuments(
    link,
    () => dispatch({ type: 'user-received' }),
    (error) => dispatch({ type: toFailure(error) }),
  );
  followRooms(link, user);
  followSession(link).catch((error: unknown) => dispatch({ type: toFailure(error) }));
  const record = audiences.length === 0 ? null : followRecord(link, audiences);
  const cursor = await cursorLoad;
  if (!record) return;
  record.followFrom(cursor ?? (await fetchNewest(link, audiences)));
  cleanUp(link, audiences);
}

export interface Stream {
  readonly connect: () => void;
  readonly disconnect: () => void;
  readonly probe: () => void;
}

/** A stream that doesn't respond to a probe within this time counts as dead. */
const PROBE_TIMEOUT_MS = 2000;

async function isResponding(firestore: Firestore | undefined): Promise<boolean> {
  if (!firestore) return false;
  const response = probeServer(firestore).then(
    () => true,
    (error: unknown) => toFailure(error) === 'denied',
  );
  return withTimeout(PROBE_TIMEOUT_MS, response, false);
}

export function createStream(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopSignal: AbortSignal,
): Stream {
  let firestore: Firestore | undefined;
  let link = new AbortController();
  stopSignal.addEventListener('abort', () => {
    link.abort();
    if (firestore) void terminate(firestore);
  });
  const dispatchUnless = (closed: AbortSignal) => (event: SyncEvent) => {
    if (!closed.aborted) dispatch(event);
  };
  const build = async (closed: AbortSignal) => {
    const isRebuilt = firestore !== undefined;
    const connection = { firestore: (firestore ??= openFirestore()), jitter: Math.random() };
    if (isRebuilt) await reconnect(connection.firestore);
    const user = getCurrentUser();
    if (!closed.aborted && user?.id === uid)
      await openLink({ uid, ...connection, dispatch: dispatchUnless(closed), closed }, user);
  };
  return {
    connect: () => {
      link.abort();
      link = new AbortController();
      const { signal } = link;
      build(signal).catch((error: unknown) => dispatchUnless(signal)({ type: toFailure(error) }));
    },
    disconnect: () => {
      link.abort();
      if (firestore) void disableNetwork(firestore);
    },
    probe: () => {
      const dispatchLinked = dispatchUnless(link.signal);
      void isResponding(firestore).then((isAlive) => {
        if (!isAlive) dispatchLinked({ type: 'silent' });
      });
    },
  };
}

import {
  type Audience,
  audiencesOf,
  type Heartbeat,
  type Inventory,
  performanceOf,
  type Proof,
  proofDocumentSchema,
  type Setup,
  setupDocumentSchema,
  signalsEndpoints,
  slotStartOfId,
  type Ticket,
  ticketDocumentSchema,
  TICKETS_KEPT,
  toSetup,
  toTicket,
  type User,
} from '@quantalgo/contracts';
import {
  collection,
  disableNetwork,
  type Firestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  terminate,
  where,
} from 'firebase/firestore';
import * as z from 'zod/mini';
import { storeProof, storeSetup } from '../account/submission';
import { storeTickets } from '../account/tickets';
import { ticketsShown, ticketsShownElsewhere } from '../account/ticketsShown';
import { recordContact, serverNow } from '../core/clock';
import { within } from '../core/within';
import { call } from '../session/call';
import { currentUser, storeUser } from '../session/currentSession';
import { claims } from '../session/idTokens';
import { storeHeartbeat } from '../signals/opening';
import { storePerformance } from '../signals/useSignals';
import type { MemberDatabase } from '../storage/database';
import { withDatabase } from '../storage/memberDatabase';
import type { Batch } from '../storage/quarantine';
import { enforceRetention } from '../storage/retention';
import { fitAudiences, readCursor, storeSignals } from '../storage/signalTable';
import { followCompleteness } from './completeness';
import {
  newestSignals,
  signalsOfDay,
  openFirestore,
  askAnything,
  reconnect,
  watchHeartbeat,
  watchSession,
  watchSignals,
  watchUser,
} from './firestore';
import type { SyncEvent } from './machine';

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

/** Stores signals that arrived, and advances the cursor, as nothing before them is missing. */
const keep = (
  uid: string,
  audiences: readonly Audience[],
  { signals, unread }: Batch,
  live: boolean,
) => {
  const arrival = { receivedAt: serverNow(), live, unread };
  return withDatabase(uid, (database) => storeSignals(database, audiences, signals, arrival, true));
};

/** Fetches and stores the newest signals on a device without any. @returns the cursor behind them (epoch ms) */
async function fetchFirst({ uid, firestore, closed }: Link, audiences: readonly Audience[]) {
  const batch = await newestSignals(firestore, audiences);
  if (!closed.aborted) await keep(uid, audiences, batch, false);
  return (await cursorOf(uid)) ?? 0;
}

/** Stores a heartbeat and the figures, which are fetched if the heartbeat has none. */
async function keepBeat(uid: string, beat: Heartbeat): Promise<void> {
  await withDatabase(uid, (database) => storeHeartbeat(database, beat));
  const figures = beat.figures
    ? performanceOf(beat.figures)
    : (await call(signalsEndpoints.performance, {})).data;
  await withDatabase(uid, (database) => storePerformance(database, figures));
}

function follow(link: Link, audiences: readonly Audience[], cursor: number): void {
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
    onLook: (whole) => {
      if (whole) recordContact(serverNow());
      dispatch({ type: 'looked', whole });
    },
    onMended: () => dispatch({ type: 'failed' }),
  });
  until(
    watchSignals(firestore, audiences, cursor, {
      onSignals: (batch, live) => {
        if (batch.signals.length + batch.unread.length > 0)
          keep(uid, audiences, batch, live).then(completeness.stored, onError);
      },
      onOpen: (open) => {
        dispatch({ type: open ? 'connected' : 'lost' });
        hasCaughtUp ||= open;
        if (open) compare();
      },
      onError,
    }),
  );
  until(
    watchHeartbeat(
      firestore,
      (beat) => {
        inventory = beat?.inventory ?? null;
        compare();
        if (!beat) return;
        dispatch({ type: 'heartbeat', slot: slotStartOfId(beat.slot) });
        keepBeat(uid, beat).catch(() => undefined);
      },
      onError,
    ),
  );
}

/** Listens to the member's own documents: user document, tickets, newest proof and account setup. */
function followOwn({ uid, firestore, dispatch, closed }: Link): void {
  const onError = (error: unknown) => dispatch({ type: failureOf(error) });
  const kept =
    <T>(keep: (database: MemberDatabase, found: T) => Promise<void>) =>
    (found: T) => {
      withDatabase(uid, (database) => keep(database, found)).catch(onError);
    };
  const stops = [
    watchUser(firestore, uid, storeUser, onError),
    watchNewestProof(firestore, uid, kept(storeProof), onError),
    watchNewestSetup(firestore, uid, kept(storeSetup), onError),
    whileWanted(() => watchTickets(firestore, uid, kept(storeTickets), onError)),
  ];
  for (const stop of stops) closed.addEventListener('abort', stop);
}

/** Listens to the tickets only while a screen of any tab shows them. @returns the stop */
function whileWanted(watch: () => Stop): Stop {
  let stop: Stop | null = null;
  const look = () => {
    if (ticketsShown.get() + ticketsShownElsewhere.get() > 0) stop ??= watch();
    else {
      stop?.();
      stop = null;
    }
  };
  const forget = [ticketsShown.subscribe(look), ticketsShownElsewhere.subscribe(look)];
  look();
  return () => {
    for (const end of forget) end();
    stop?.();
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

/** Opens the link: always the member's own documents; signals only if the member may receive them. */
async function open(link: Link, user: User): Promise<void> {
  const { uid, closed } = link;
  const audiences = audiencesOf(user);
  followOwn(link);
  followSession(link).catch((error: unknown) => link.dispatch({ type: failureOf(error) }));
  await withDatabase(uid, (database) => fitAudiences(database, audiences));
  if (audiences.length === 0) return;
  const cursor = (await cursorOf(uid)) ?? (await fetchFirst(link, audiences));
  if (closed.aborted) return;
  follow(link, audiences, cursor);
  await withDatabase(uid, (database) => enforceRetention(database, audiences, serverNow()));
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
  return within(ANSWERS_WITHIN_MS, answer, false);
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

type Stop = () => void;

type OnError = (error: unknown) => void;

/** One of the member's own documents, parsed. */
interface Own<T> {
  readonly id: string;
  readonly record: T;
}

/**
 * Listens to the newest of the member's own documents in a collection; leaves out those that this client can't read.
 */
function watchOwn<S extends z.ZodMiniType>(
  firestore: Firestore,
  { name, uid, count }: { readonly name: string; readonly uid: string; readonly count: number },
  schema: S,
  onFound: (found: Own<z.output<S>>[]) => void,
  onError: OnError,
): Stop {
  const own = where('uid', '==', uid);
  const newest = query(
    collection(firestore, name),
    own,
    orderBy('createdAt', 'desc'),
    limit(count),
  );
  return onSnapshot(
    newest,
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      if (metadata.fromCache) return;
      const read = docs.flatMap((document) => {
        const parsed = schema.safeParse(document.data());
        return parsed.success ? [{ id: document.id, record: parsed.data }] : [];
      });
      if (read.length > 0 || docs.length === 0) onFound(read);
    },
    onError,
  );
}

/** Listens to the member's newest proof: each version of it, null if there is none. */
const watchNewestProof = (
  firestore: Firestore,
  uid: string,
  onProof: (proof: (Proof & { readonly id: string }) | null) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    firestore,
    { name: 'proofs', uid, count: 1 },
    proofDocumentSchema,
    ([found]) => onProof(found ? { id: found.id, ...found.record } : null),
    onError,
  );

/** Listens to the member's newest account setup: each version of it, null if there is none. */
const watchNewestSetup = (
  firestore: Firestore,
  uid: string,
  onSetup: (setup: Setup | null) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    firestore,
    { name: 'setups', uid, count: 1 },
    setupDocumentSchema,
    ([found]) => onSetup(found ? toSetup(found.id, found.record) : null),
    onError,
  );

/** Listens to the member's newest tickets. */
const watchTickets = (
  firestore: Firestore,
  uid: string,
  onTickets: (tickets: Ticket[]) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    firestore,
    { name: 'tickets', uid, count: TICKETS_KEPT },
    ticketDocumentSchema,
    (found) => onTickets(found.map(({ id, record }) => toTicket(id, record))),
    onError,
  );

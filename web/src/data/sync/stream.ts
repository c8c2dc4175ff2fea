import {
  type Audience,
  audiencesOf,
  type Proof,
  proofDocumentSchema,
  type Setup,
  setupDocumentSchema,
  slotStartOfId,
  type Ticket,
  ticketDocumentSchema,
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
import { recordContact, serverNow } from '../core/clock';
import { currentUser, storeUser } from '../session/currentSession';
import { loadAuth } from '../session/tokens';
import { storeHeartbeat } from '../signals/opening';
import { storePerformance } from '../signals/useSignals';
import type { MemberDatabase } from '../storage/database';
import { withDatabase } from '../storage/memberDatabase';
import { enforceRetention } from '../storage/retention';
import { fitAudiences, readCursor, storeSignals } from '../storage/signalTable';
import {
  missedSignals,
  openFirestore,
  reconnect,
  watchHeartbeat,
  watchPerformance,
  watchSession,
  watchSignals,
  watchUser,
} from './firestore';
import type { SyncEvent } from './machine';

const denial = z.object({ code: z.enum(['permission-denied', 'unauthenticated']) });

/** Whether the server refused this member, which asks who they are now, or something else failed, which may pass. */
const failureOf = (error: unknown): 'denied' | 'failed' =>
  denial.safeParse(error).success ? 'denied' : 'failed';

interface Link {
  readonly uid: string;
  readonly firestore: Firestore;
  readonly dispatch: (event: SyncEvent) => void;
  /** Aborted when another link takes its place. */
  readonly closed: AbortSignal;
}

const cursorOf = async (uid: string) => (await withDatabase(uid, readCursor))?.updatedAt ?? null;

/** Fetches and stores all that was missed. */
async function catchUp({ uid, firestore, closed }: Link, audiences: readonly Audience[]) {
  const cursor = await cursorOf(uid);
  for await (const signals of missedSignals(firestore, audiences, cursor)) {
    if (closed.aborted) return;
    const arrival = { receivedAt: serverNow(), live: false };
    await withDatabase(uid, (database) =>
      storeSignals(database, audiences, signals, arrival, true),
    );
  }
  recordContact(serverNow());
}

function follow(link: Link, audiences: readonly Audience[], cursor: number): void {
  const { uid, firestore, dispatch, closed } = link;
  const onError = (error: unknown) => dispatch({ type: failureOf(error) });
  const until = (stop: () => void) => closed.addEventListener('abort', stop);
  until(
    watchSignals(firestore, audiences, cursor, {
      onSignals: (signals, live) => {
        const arrival = { receivedAt: serverNow(), live };
        if (signals.length > 0)
          withDatabase(uid, (database) =>
            storeSignals(database, audiences, signals, arrival, true),
          ).catch(onError);
      },
      onOpen: (open) => {
        if (open) recordContact(serverNow());
        dispatch({ type: open ? 'connected' : 'lost' });
      },
      onError,
    }),
  );
  until(
    watchHeartbeat(
      firestore,
      (beat) => {
        recordContact(serverNow());
        dispatch({ type: 'heartbeat', slot: slotStartOfId(beat.slot) });
        withDatabase(uid, (database) => storeHeartbeat(database, beat)).catch(onError);
      },
      onError,
    ),
  );
  until(
    watchPerformance(
      firestore,
      (figures) => {
        withDatabase(uid, (database) => storePerformance(database, figures)).catch(onError);
      },
      onError,
    ),
  );
}

/** Follows what is the member's own: their record, their tickets, and what becomes of what they had checked. */
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
    watchTickets(firestore, uid, kept(storeTickets), onError),
  ];
  for (const stop of stops) closed.addEventListener('abort', stop);
}

const grantSchema = z.object({ sid: z.string() });

/** Follows the session itself: one that was ended elsewhere closes this page at once, not with the next that it asks. */
async function followSession({ uid, firestore, dispatch, closed }: Link): Promise<void> {
  const { claims } = await loadAuth();
  const grant = grantSchema.safeParse(await claims(uid, false));
  if (!grant.success || closed.aborted) return;
  const onEnd = () => dispatch({ type: 'denied' });
  const onError = (error: unknown) => dispatch({ type: failureOf(error) });
  closed.addEventListener('abort', watchSession(firestore, grant.data.sid, onEnd, onError));
}

/** Opens the link: what is the member's own always, signals only for whoever may receive them. */
async function open(link: Link, user: User): Promise<void> {
  const { uid, closed } = link;
  const audiences = audiencesOf(user);
  followOwn(link);
  followSession(link).catch((error: unknown) => link.dispatch({ type: failureOf(error) }));
  await withDatabase(uid, (database) => fitAudiences(database, audiences));
  if (audiences.length === 0) return;
  await catchUp(link, audiences);
  await withDatabase(uid, (database) => enforceRetention(database, audiences, serverNow()));
  const cursor = (await cursorOf(uid)) ?? 0;
  if (!closed.aborted) follow(link, audiences, cursor);
}

/** The member's stream: `connect` takes down the link there is and builds a new one, `disconnect` leaves none. */
export interface Stream {
  readonly connect: () => void;
  readonly disconnect: () => void;
}

/** The stream of one member, which tells `dispatch` how it fares until `stopped`. */
export function createStream(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): Stream {
  let opened: Promise<Firestore> | undefined;
  let link = new AbortController();
  stopped.addEventListener('abort', () => {
    link.abort();
    void opened?.then(terminate);
  });
  const build = async (closed: AbortSignal, tell: (event: SyncEvent) => void) => {
    const before = opened;
    opened ??= openFirestore();
    const firestore = await opened;
    if (before) await reconnect(firestore);
    const user = currentUser();
    if (!closed.aborted && user?.id === uid)
      await open({ uid, firestore, dispatch: tell, closed }, user);
  };
  return {
    connect: () => {
      link.abort();
      link = new AbortController();
      const { signal } = link;
      const tell = (event: SyncEvent) => {
        if (!signal.aborted) dispatch(event);
      };
      build(signal, tell).catch((error: unknown) => tell({ type: failureOf(error) }));
    },
    disconnect: () => {
      link.abort();
      void opened?.then(disableNetwork);
    },
  };
}

type Stop = () => void;

type OnError = (error: unknown) => void;

/** A document of the member's own, as this client reads it. */
interface Own<T> {
  readonly id: string;
  readonly record: T;
}

/** Follows the newest documents of a collection that are the member's own. What this client can't read is left out. */
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

/** Follows the member's newest proof: each version of it, null while there is none. */
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

/** Follows the member's newest account setup: each version of it, null while there is none. */
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

/** As many tickets as a phone keeps. */
const TICKETS_KEPT = 50;

/** Follows the member's newest tickets. */
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

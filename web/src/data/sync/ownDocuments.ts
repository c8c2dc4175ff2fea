import type { User } from '@quantalgo/contracts/account/member';
import {
  BELL_EVENTS,
  memberEventDocumentSchema,
  type MemberEvent,
  toMemberEvent,
} from '@quantalgo/contracts/notifications/notification';
import {
  ownDocumentsSchema,
  proofSchema,
  MAX_STORED_SUBMISSIONS,
  MAX_STORED_TICKETS,
} from '@quantalgo/contracts/submissions/ownDocuments';
import {
  type Proof,
  proofDocumentSchema,
  type Setup,
  setupDocumentSchema,
  setupSchema,
  toSetup,
} from '@quantalgo/contracts/submissions/submission';
import { ticketsEndpoints } from '@quantalgo/contracts/tickets/endpoints';
import {
  type Ticket,
  ticketDocumentSchema,
  ticketSchema,
  toTicket,
} from '@quantalgo/contracts/tickets/ticket';
import {
  collection,
  type Firestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  type QueryFieldFilterConstraint,
  where,
} from 'firebase/firestore';
import type * as z from 'zod/mini';
import { storeEvents } from '../notifications/rows';
import { storeProofs, storeSetups } from '../submissions/submission';
import { storeTickets } from '../tickets/tickets';
import { ticketMountCount, ticketMountCountInOtherTabs } from '../tickets/mountCounts';
import type { Observable } from '../core/observable';
import { call } from '../auth/call';
import { getCurrentUser, storeUser } from '../auth/currentSession';
import type { MemberDatabase } from '../database/tables';
import { parseValidDocuments } from '../storage/documents';
import { withDatabase } from '../storage/memberDatabase';
import { watchUser } from './firestore';

type Stop = () => void;

type OnError = (error: unknown) => void;

interface OwnDocumentsContext {
  readonly uid: string;
  readonly firestore: Firestore;
  readonly closed: AbortSignal;
}

interface OwnDocumentsQuery {
  readonly name: string;
  readonly uid: string;
  readonly count: number;
  readonly filters?: readonly QueryFieldFilterConstraint[];
}

function watchOwnDocuments<S extends z.ZodMiniType>(
  firestore: Firestore,
  { name, uid, count, filters = [] }: OwnDocumentsQuery,
  schema: S,
  onDocuments: (documents: ReturnType<typeof parseValidDocuments<S>>) => void,
  onError: OnError,
): Stop {
  const isOwn = where('uid', '==', uid);
  const newest = query(
    collection(firestore, name),
    isOwn,
    ...filters,
    orderBy('createdAt', 'desc'),
    limit(count),
  );
  return onSnapshot(
    newest,
    { includeMetadataChanges: true },
    ({ docs, metadata }) => {
      if (metadata.fromCache) return;
      const readable = parseValidDocuments(schema, docs);
      if (readable.length > 0 || docs.length === 0) onDocuments(readable);
    },
    onError,
  );
}

const watchProofs = (
  firestore: Firestore,
  uid: string,
  onProofs: (proofs: (Proof & { readonly id: string })[]) => void,
  onError: OnError,
): Stop =>
  watchOwnDocuments(
    firestore,
    { name: 'proofs', uid, count: MAX_STORED_SUBMISSIONS },
    proofDocumentSchema,
    (documents) => onProofs(documents.map(({ id, record }) => ({ id, ...record }))),
    onError,
  );

const watchSetups = (
  firestore: Firestore,
  uid: string,
  onSetups: (setups: Setup[]) => void,
  onError: OnError,
): Stop =>
  watchOwnDocuments(
    firestore,
    { name: 'setups', uid, count: MAX_STORED_SUBMISSIONS },
    setupDocumentSchema,
    (documents) => onSetups(documents.map(({ id, record }) => toSetup(id, record))),
    onError,
  );

const watchTickets = (
  firestore: Firestore,
  uid: string,
  onTickets: (tickets: Ticket[]) => void,
  onError: OnError,
): Stop =>
  watchOwnDocuments(
    firestore,
    { name: 'tickets', uid, count: MAX_STORED_TICKETS },
    ticketDocumentSchema,
    (documents) => onTickets(documents.map(({ id, record }) => toTicket(id, record))),
    onError,
  );

/** Older events are already on the device, are fetched, or are no longer listed. */
const MAX_EVENTS = 20;

const watchEvents = (
  firestore: Firestore,
  uid: string,
  onEvents: (events: MemberEvent[]) => void,
  onError: OnError,
): Stop =>
  watchOwnDocuments(
    firestore,
    { name: 'pushes', uid, count: MAX_EVENTS, filters: [where('event', 'in', BELL_EVENTS)] },
    memberEventDocumentSchema,
    (documents) => onEvents(documents.map(({ id, record }) => toMemberEvent(id, record))),
    onError,
  );

export function followOwnDocuments(
  { uid, firestore, closed }: OwnDocumentsContext,
  onArrival: () => void,
  onError: OnError,
): void {
  const onUser = (user: User) => {
    if (getCurrentUser()?.id !== uid) return;
    storeUser(user);
    onArrival();
  };
  const storeAs =
    <T>(store: (database: MemberDatabase, value: T) => Promise<void>) =>
    (value: T) => {
      withDatabase(uid, (database) => store(database, value)).catch(onError);
    };
  const stops = [
    watchUser(firestore, uid, onUser, onError),
    watchProofs(firestore, uid, storeAs(storeProofs), onError),
    watchSetups(firestore, uid, storeAs(storeSetups), onError),
    // Its failure must not break the stream, because events are also fetched.
    watchEvents(firestore, uid, storeAs(storeEvents), () => undefined),
    watchWhileShown([ticketMountCount, ticketMountCountInOtherTabs], () =>
      watchTickets(firestore, uid, storeAs(storeTickets), onError),
    ),
  ];
  for (const stop of stops) closed.addEventListener('abort', stop);
}

/** Listens while one of these counts is above zero. */
export function watchWhileShown(counts: readonly Observable<number>[], watch: () => Stop): Stop {
  let stop: Stop | null = null;
  const update = () => {
    if (counts.some((count) => count.get() > 0)) stop ??= watch();
    else {
      stop?.();
      stop = null;
    }
  };
  const unsubscribes = counts.map(({ subscribe }) => subscribe(update));
  update();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
    stop?.();
  };
}

const parseTimes = <P extends { readonly createdAt: string; readonly updatedAt: string }>(
  proof: P,
) => ({
  ...proof,
  createdAt: Date.parse(proof.createdAt),
  updatedAt: Date.parse(proof.updatedAt),
});

/**
 * Fetches what the member's listeners would deliver: tickets, proofs and account setups.
 * Retains the stored data if this build can't read the response.
 */
export async function fetchOwnDocuments(uid: string): Promise<void> {
  const data = ownDocumentsSchema.parse((await call(ticketsEndpoints.ownDocuments, {})).data);
  const tickets = data.tickets.flatMap((ticket) => ticketSchema.safeParse(ticket).data ?? []);
  const proofs = data.proofs.flatMap((proof) => proofSchema.safeParse(proof).data ?? []);
  const setups = data.setups.flatMap((setup) => setupSchema.safeParse(setup).data ?? []);
  await withDatabase(uid, async (database) => {
    if (tickets.length > 0 || data.tickets.length === 0) await storeTickets(database, tickets);
    if (setups.length > 0 || data.setups.length === 0) await storeSetups(database, setups);
    if (proofs.length > 0 || data.proofs.length === 0)
      await storeProofs(database, proofs.map(parseTimes));
  });
}

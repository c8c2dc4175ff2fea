import type { User } from '@quantalgo/contracts/account/member';
import {
  ownDocumentsSchema,
  proofSchema,
  TICKETS_KEPT,
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
  where,
} from 'firebase/firestore';
import type * as z from 'zod/mini';
import { storeProof, storeSetup } from '../submissions/submission';
import { storeTickets } from '../tickets/tickets';
import { ticketsShown, ticketsShownElsewhere } from '../tickets/shown';
import type { Observable } from '../core/observable';
import { call } from '../auth/call';
import { currentUser, storeUser } from '../auth/currentSession';
import type { MemberDatabase } from '../storage/database';
import { readableIn } from '../storage/documents';
import { withDatabase } from '../storage/memberDatabase';
import { watchUser } from './firestore';

type Stop = () => void;

type OnError = (error: unknown) => void;

/** Whose documents are listened to, until `closed`. */
interface OwnLink {
  readonly uid: string;
  readonly firestore: Firestore;
  readonly closed: AbortSignal;
}

/**
 * Listens to the newest of the member's own documents in a collection; leaves out those that this client can't read.
 */
function watchOwn<S extends z.ZodMiniType>(
  firestore: Firestore,
  { name, uid, count }: { readonly name: string; readonly uid: string; readonly count: number },
  schema: S,
  onFound: (found: ReturnType<typeof readableIn<S>>) => void,
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
      const read = readableIn(schema, docs);
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

/**
 * Listens to the member's own documents and stores what arrives: user document, tickets, newest proof and account
 * setup. `onArrival`: the user document arrived.
 */
export function followOwnDocuments(
  { uid, firestore, closed }: OwnLink,
  onArrival: () => void,
  onError: OnError,
): void {
  const onUser = (user: User) => {
    if (currentUser()?.id !== uid) return;
    storeUser(user);
    onArrival();
  };
  const kept =
    <T>(keep: (database: MemberDatabase, found: T) => Promise<void>) =>
    (found: T) => {
      withDatabase(uid, (database) => keep(database, found)).catch(onError);
    };
  const stops = [
    watchUser(firestore, uid, onUser, onError),
    watchNewestProof(firestore, uid, kept(storeProof), onError),
    watchNewestSetup(firestore, uid, kept(storeSetup), onError),
    whileShown([ticketsShown, ticketsShownElsewhere], () =>
      watchTickets(firestore, uid, kept(storeTickets), onError),
    ),
  ];
  for (const stop of stops) closed.addEventListener('abort', stop);
}

/** Listens only while something shows what arrives: one of these counts is above zero. @returns the stop */
export function whileShown(counts: readonly Observable<number>[], watch: () => Stop): Stop {
  let stop: Stop | null = null;
  const look = () => {
    if (counts.some((count) => count.get() > 0)) stop ??= watch();
    else {
      stop?.();
      stop = null;
    }
  };
  const forget = counts.map(({ subscribe }) => subscribe(look));
  look();
  return () => {
    for (const end of forget) end();
    stop?.();
  };
}

const timed = <P extends { readonly createdAt: string; readonly updatedAt: string }>(proof: P) => ({
  ...proof,
  createdAt: Date.parse(proof.createdAt),
  updatedAt: Date.parse(proof.updatedAt),
});

/**
 * Fetches by request what the member's listeners would deliver: their tickets, newest proof and account setup. Stored
 * data remains where this build can't read the answer.
 * @throws ApiError
 * @throws NetworkError
 */
export async function askOwnDocuments(uid: string): Promise<void> {
  const data = ownDocumentsSchema.parse((await call(ticketsEndpoints.ownDocuments, {})).data);
  const tickets = data.tickets.flatMap((ticket) => ticketSchema.safeParse(ticket).data ?? []);
  const proof = proofSchema.safeParse(data.proof).data;
  const setup = setupSchema.safeParse(data.setup).data;
  await withDatabase(uid, async (database) => {
    if (tickets.length > 0 || data.tickets.length === 0) await storeTickets(database, tickets);
    if (setup || data.setup === null) await storeSetup(database, setup ?? null);
    if (proof || data.proof === null) await storeProof(database, proof ? timed(proof) : null);
  });
}

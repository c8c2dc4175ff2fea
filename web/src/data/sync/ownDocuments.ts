import {
  ownDocumentsSchema,
  type Proof,
  proofDocumentSchema,
  proofSchema,
  type Setup,
  setupDocumentSchema,
  setupSchema,
  type Ticket,
  ticketDocumentSchema,
  TICKETS_KEPT,
  ticketSchema,
  ticketsEndpoints,
  toSetup,
  toTicket,
  type User,
} from '@quantalgo/contracts';
import type * as z from 'zod/mini';
import { storeProof, storeSetup } from '../account/submission';
import { storeTickets } from '../account/tickets';
import { ticketsShown, ticketsShownElsewhere } from '../account/ticketsShown';
import type { Observable } from '../core/observable';
import type { Connection } from '../firestore/connection';
import { type Read, readAll } from '../firestore/document';
import type { ListQuery } from '../firestore/query';
import type { Listener } from '../firestore/targets';
import { call } from '../session/call';
import { storeUser } from '../session/currentSession';
import type { MemberDatabase } from '../storage/database';
import { withDatabase } from '../storage/memberDatabase';
import { watchUser } from './watch';

type Stop = () => void;

type OnError = (error: unknown) => void;

/** Whose documents are listened to, until `closed`. */
interface OwnLink {
  readonly uid: string;
  readonly connection: Connection;
  readonly closed: AbortSignal;
}

/**
 * Listens to the newest of the member's own documents in a collection; leaves out those that this client can't read.
 */
function watchOwn<S extends z.ZodMiniType>(
  connection: Connection,
  { name, uid, count }: { readonly name: string; readonly uid: string; readonly count: number },
  schema: S,
  onFound: (found: Read<z.output<S>>[]) => void,
  onError: OnError,
): Stop {
  const query: ListQuery = {
    collection: name,
    where: [{ field: 'uid', equals: uid }],
    orderBy: ['createdAt', 'newest first'],
    limit: count,
  };
  const onSnapshot: Listener['onSnapshot'] = ({ documents }) => {
    const read = readAll(schema, documents);
    if (read.length > 0 || documents.length === 0) onFound(read);
  };
  return connection.listen(query, { onSnapshot, onError });
}

/** Listens to the member's newest proof: each version of it, null if there is none. */
const watchNewestProof = (
  connection: Connection,
  uid: string,
  onProof: (proof: (Proof & { readonly id: string }) | null) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    connection,
    { name: 'proofs', uid, count: 1 },
    proofDocumentSchema,
    ([found]) => onProof(found ? { id: found.id, ...found.record } : null),
    onError,
  );

/** Listens to the member's newest account setup: each version of it, null if there is none. */
const watchNewestSetup = (
  connection: Connection,
  uid: string,
  onSetup: (setup: Setup | null) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    connection,
    { name: 'setups', uid, count: 1 },
    setupDocumentSchema,
    ([found]) => onSetup(found ? toSetup(found.id, found.record) : null),
    onError,
  );

/** Listens to the member's newest tickets. */
const watchTickets = (
  connection: Connection,
  uid: string,
  onTickets: (tickets: Ticket[]) => void,
  onError: OnError,
): Stop =>
  watchOwn(
    connection,
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
  { uid, connection, closed }: OwnLink,
  onArrival: () => void,
  onError: OnError,
): void {
  const onUser = (user: User) => {
    storeUser(user);
    onArrival();
  };
  const kept =
    <T>(keep: (database: MemberDatabase, found: T) => Promise<void>) =>
    (found: T) => {
      withDatabase(uid, (database) => keep(database, found)).catch(onError);
    };
  const stops = [
    watchUser(connection, uid, onUser, onError),
    watchNewestProof(connection, uid, kept(storeProof), onError),
    watchNewestSetup(connection, uid, kept(storeSetup), onError),
    whileShown([ticketsShown, ticketsShownElsewhere], () =>
      watchTickets(connection, uid, kept(storeTickets), onError),
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

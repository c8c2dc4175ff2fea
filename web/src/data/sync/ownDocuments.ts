import {
  proofDocumentSchema,
  setupDocumentSchema,
  ticketDocumentSchema,
  toSetup,
  toTicket,
  type Proof,
  type Setup,
  type Ticket,
} from '@quantalgo/contracts';
import {
  collection,
  limit,
  onSnapshot,
  orderBy,
  query,
  where,
  type Firestore,
} from 'firebase/firestore';
import type * as z from 'zod/mini';

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
export const watchNewestProof = (
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
export const watchNewestSetup = (
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
export const watchTickets = (
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

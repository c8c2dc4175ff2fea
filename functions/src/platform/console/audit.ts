import {
  accessEventDocumentSchema,
  type AccessEvent,
} from '@quantalgo/contracts/access/accessEvent';
import { type AuditEntry, staffActionDocumentSchema } from '@quantalgo/contracts/console/console';
import {
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { peopleOf, uidNamedBy } from './people';

/** An audit entry as stored, without the addresses of its people. */
interface Recorded extends Omit<AuditEntry, 'by' | 'user' | 'at'> {
  readonly by: string;
  readonly uid: string | null;
  /** Epoch ms. */
  readonly at: number;
}

function accessChangeOf(snapshot: DocumentSnapshot): Recorded | null {
  const event = parseDocument(accessEventDocumentSchema, snapshot);
  if (!event) return null;
  const { before, after, ...rest } = event;
  return { ...rest, id: snapshot.id, action: 'access changed', change: { before, after } };
}

function actionOf(snapshot: DocumentSnapshot): Recorded | null {
  const action = parseDocument(staffActionDocumentSchema, snapshot);
  return action && { ...action, id: snapshot.id, change: null };
}

/** The collections of the audit: changes of access by anybody, and other actions of staff. */
const KEPT_IN = { accessEvents: accessChangeOf, staffActions: actionOf } as const;

type Kept = keyof typeof KEPT_IN;

const COLLECTIONS: readonly Kept[] = ['accessEvents', 'staffActions'];

/** Filters of the audit, with people by id or address; `after` is the entry after which a page begins. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly by?: string | undefined;
  readonly after?: string | undefined;
}

interface Narrowed {
  readonly uid: string | undefined;
  readonly by: string | undefined;
  /** Time and id of the entry after which the page begins. */
  readonly behind: { readonly at: Timestamp; readonly id: string } | null;
}

/** Reads one of the collections, in the order common to both: newest first, ties by id. */
async function readFrom(
  firestore: Firestore,
  kept: Kept,
  { uid, by, behind }: Narrowed,
  limit: number,
): Promise<Recorded[]> {
  let query: Query = firestore.collection(kept);
  if (uid !== undefined) query = query.where('uid', '==', uid);
  if (by !== undefined) query = query.where('by', '==', by);
  query = query.orderBy('at', 'desc').orderBy(FieldPath.documentId(), 'desc');
  if (behind) query = query.startAfter(behind.at, behind.id);
  const { docs } = await query.limit(limit).get();
  return docs.flatMap((document) => KEPT_IN[kept](document) ?? []);
}

async function placeOf(firestore: Firestore, id: string | undefined): Promise<Narrowed['behind']> {
  if (id === undefined) return null;
  const found = await firestore.getAll(
    ...COLLECTIONS.map((kept) => firestore.doc(`${kept}/${id}`)),
  );
  const at: unknown = found.find(({ exists }) => exists)?.get('at');
  return at instanceof Timestamp ? { at, id } : null;
}

/** Ids are compared as Firestore does, by their bytes. */
const newestFirst = (a: Recorded, b: Recorded) => b.at - a.at || (a.id < b.id ? 1 : -1);

/** Audit entries with the people that they name, newest first. */
export async function readAudit(
  firestore: Firestore,
  { userId, by, after }: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const [uid, doer, behind] = await Promise.all([
    uidNamedBy(firestore, userId),
    uidNamedBy(firestore, by),
    placeOf(firestore, after),
  ]);
  const narrowed: Narrowed = { uid, by: doer, behind };
  const read = COLLECTIONS.map((kept) => readFrom(firestore, kept, narrowed, limit));
  const recorded = (await Promise.all(read)).flat().sort(newestFirst).slice(0, limit);
  const people = await peopleOf(
    firestore,
    recorded.flatMap((one) => (one.uid === null ? [one.by] : [one.by, one.uid])),
  );
  const person = (id: string) => ({ id, email: people.get(id)?.email ?? null });
  return recorded.map(({ uid: whom, by: who, at, ...rest }) => ({
    ...rest,
    by: person(who),
    user: whom === null ? null : person(whom),
    at: new Date(at).toISOString(),
  }));
}

/** The latest changes of a member's access, newest first. */
export async function readAccessHistory(
  firestore: Firestore,
  userId: string,
  limit: number,
): Promise<AccessEvent[]> {
  const { docs } = await firestore
    .collection('accessEvents')
    .where('uid', '==', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .get();
  return docs.flatMap((snapshot) => {
    const stored = parseDocument(accessEventDocumentSchema, snapshot);
    if (!stored) return [];
    const { uid, at, ...event } = stored;
    return [{ ...event, id: snapshot.id, userId: uid, at: new Date(at).toISOString() }];
  });
}

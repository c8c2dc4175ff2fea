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
import { toServedEvent } from '../../domain/account/account';
import { parseDocument } from '../core/documents';
import { readPeople, findMemberUid } from './people';

interface RecordedEntry extends Omit<AuditEntry, 'by' | 'user' | 'at'> {
  readonly by: string;
  readonly uid: string | null;
  readonly at: number;
}

function parseAccessChange(snapshot: DocumentSnapshot): RecordedEntry | null {
  const event = parseDocument(accessEventDocumentSchema, snapshot);
  if (!event) return null;
  const { before, after, ...rest } = toServedEvent(event);
  return { ...rest, id: snapshot.id, action: 'access changed', change: { before, after } };
}

function parseAction(snapshot: DocumentSnapshot): RecordedEntry | null {
  const action = parseDocument(staffActionDocumentSchema, snapshot);
  return action && { ...action, id: snapshot.id, change: null };
}

const ENTRY_PARSERS = { accessEvents: parseAccessChange, staffActions: parseAction } as const;

type AuditCollection = keyof typeof ENTRY_PARSERS;

const AUDIT_COLLECTIONS: readonly AuditCollection[] = ['accessEvents', 'staffActions'];

export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly by?: string | undefined;
  readonly after?: string | undefined;
}

interface AuditQuery {
  readonly uid: string | undefined;
  readonly by: string | undefined;
  readonly position: { readonly at: Timestamp; readonly id: string } | null;
}

async function readCollection(
  firestore: Firestore,
  collection: AuditCollection,
  { uid, by, position }: AuditQuery,
  limit: number,
): Promise<RecordedEntry[]> {
  let query: Query = firestore.collection(collection);
  if (uid !== undefined) query = query.where('uid', '==', uid);
  if (by !== undefined) query = query.where('by', '==', by);
  query = query.orderBy('at', 'desc').orderBy(FieldPath.documentId(), 'desc');
  if (position) query = query.startAfter(position.at, position.id);
  const { docs } = await query.limit(limit).get();
  return docs.flatMap((document) => ENTRY_PARSERS[collection](document) ?? []);
}

async function readPosition(
  firestore: Firestore,
  id: string | undefined,
): Promise<AuditQuery['position']> {
  if (id === undefined) return null;
  const snapshots = await firestore.getAll(
    ...AUDIT_COLLECTIONS.map((collection) => firestore.doc(`${collection}/${id}`)),
  );
  const at: unknown = snapshots.find(({ exists }) => exists)?.get('at');
  return at instanceof Timestamp ? { at, id } : null;
}

/** Breaks ties like Firestore, which compares ids by their bytes. */
const compareNewestFirst = (a: RecordedEntry, b: RecordedEntry) =>
  b.at - a.at || (a.id < b.id ? 1 : -1);

export async function readAudit(
  firestore: Firestore,
  { userId, by, after }: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const [uid, actor, position] = await Promise.all([
    findMemberUid(firestore, userId),
    findMemberUid(firestore, by),
    readPosition(firestore, after),
  ]);
  const auditQuery: AuditQuery = { uid, by: actor, position };
  const reads = AUDIT_COLLECTIONS.map((collection) =>
    readCollection(firestore, collection, auditQuery, limit),
  );
  const entries = (await Promise.all(reads)).flat().sort(compareNewestFirst).slice(0, limit);
  const people = await readPeople(
    firestore,
    entries.flatMap((entry) => (entry.uid === null ? [entry.by] : [entry.by, entry.uid])),
  );
  const toPerson = (id: string) => ({ id, email: people.get(id)?.email ?? null });
  return entries.map(({ uid: userUid, by: actorUid, at, ...rest }) => ({
    ...rest,
    by: toPerson(actorUid),
    user: userUid === null ? null : toPerson(userUid),
    at: new Date(at).toISOString(),
  }));
}

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
  return docs.map((snapshot) => {
    const event = toServedEvent(parseDocument(accessEventDocumentSchema, snapshot));
    const { uid, at, ...rest } = event;
    return { ...rest, id: snapshot.id, userId: uid, at: new Date(at).toISOString() };
  });
}

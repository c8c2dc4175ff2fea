import { formatPublicName } from '@quantalgo/contracts/account/shownName';
import {
  eraseNote,
  type LiveAction,
  type LiveNote,
  liveNoteDocumentSchema,
  type LiveNoteRecord,
  liveSessionDocumentSchema,
  type LiveSessionRecord,
  toLiveNote,
} from '@quantalgo/contracts/live/session';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { getClosedReason } from '../../domain/live/session';
import { getSilenceReason } from '../../domain/network/network';
import { parseDocument, readAll } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';
import { ActionRefusedError } from '../network/actions';
import { parseNetworkMember, networkMemberRef } from '../network/documents';

export const liveSessionRef = (firestore: Firestore, id: string) =>
  firestore.collection('liveSessions').doc(id);

export const liveNoteRef = (firestore: Firestore, id: string) =>
  firestore.collection('liveNotes').doc(id);

export const parseLiveSession = (snapshot: DocumentSnapshot): LiveSessionRecord | null =>
  parseDocument(liveSessionDocumentSchema, snapshot);

export const parseLiveNote = (snapshot: DocumentSnapshot): LiveNoteRecord | null =>
  parseDocument(liveNoteDocumentSchema, snapshot);

export const toStoredSession = (session: LiveSessionRecord) => ({
  ...session,
  startsAt: Timestamp.fromMillis(session.startsAt),
  endsAt: Timestamp.fromMillis(session.endsAt),
  openedAt: Timestamp.fromMillis(session.openedAt),
  closedAt: session.closedAt === null ? null : Timestamp.fromMillis(session.closedAt),
  countedAt: Timestamp.fromMillis(session.countedAt),
});

export const toStoredNote = (note: LiveNoteRecord) => ({
  ...note,
  createdAt: Timestamp.fromMillis(note.createdAt),
  updatedAt: Timestamp.fromMillis(note.updatedAt),
});

interface ActionContext {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly call: IdempotentCall;
  readonly isStaff: boolean;
  readonly now: number;
}

type ActionByName<A extends LiveAction['action']> = Extract<LiveAction, { action: A }>;

const createGoneError = () => new ActionRefusedError('This question no longer exists', 404);

async function ask(
  { firestore, transaction, call, isStaff, now }: ActionContext,
  action: ActionByName<'ask'>,
) {
  const { uid, key } = call;
  const { fullName, ...record } = await requireMember(firestore, transaction, uid);
  const [session, member, noteSnapshot] = await readAll(
    transaction,
    liveSessionRef(firestore, action.session),
    networkMemberRef(firestore, uid),
    liveNoteRef(firestore, key),
  );
  if (noteSnapshot.exists)
    throw new ActionRefusedError('A question with this id already exists', 409);
  const silence = getSilenceReason(parseNetworkMember(uid, member), now);
  if (silence !== null) throw new ActionRefusedError(silence, 403);
  const refusal = getClosedReason(parseLiveSession(session), now);
  if (refusal !== null) throw new ActionRefusedError(refusal, 409);
  const postsAsStaff = isStaff && record.staff;
  const name = formatPublicName({ uid, fullName, staff: postsAsStaff });
  const question = { kind: 'question', name, text: action.text, answer: null } as const;
  const note: LiveNoteRecord = {
    session: action.session,
    uid,
    content: postsAsStaff ? { ...question, staff: postsAsStaff } : question,
    gone: null,
    createdAt: now,
    updatedAt: now,
  };
  transaction.create(noteSnapshot.ref, toStoredNote(note));
  return note;
}

async function remove(
  { firestore, transaction, call, now }: ActionContext,
  { id }: ActionByName<'delete'>,
) {
  const note = parseLiveNote(await transaction.get(liveNoteRef(firestore, id)));
  if (note?.uid !== call.uid || note.gone !== null) throw createGoneError();
  const placeholder = eraseNote(note, 'deleted', now);
  transaction.set(liveNoteRef(firestore, id), toStoredNote(placeholder));
  return placeholder;
}

/** Idempotent per key. @throws KeyReusedError, MemberGoneError or ActionRefusedError */
export async function performLiveAction(
  { firestore, isStaff }: Pick<ActionContext, 'firestore' | 'isStaff'>,
  call: IdempotentCall,
  action: LiveAction,
  now: number,
): Promise<LiveNote> {
  const id = action.action === 'ask' ? call.key : action.id;
  const note = await firestore.runTransaction(async (transaction) => {
    if (await wasCallApplied(firestore, transaction, call)) {
      const stored = parseLiveNote(await transaction.get(liveNoteRef(firestore, id)));
      if (!stored) throw createGoneError();
      return stored;
    }
    const context = { firestore, transaction, call, isStaff, now };
    const updatedNote =
      action.action === 'ask' ? await ask(context, action) : await remove(context, action);
    rememberCall(firestore, transaction, call, now);
    return updatedNote;
  });
  return toLiveNote(id, note);
}

export async function eraseQuestions(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<void> {
  const { docs } = await firestore.collection('liveNotes').where('uid', '==', uid).get();
  const writer = firestore.bulkWriter();
  const writes = docs.flatMap((document) => {
    const note = parseLiveNote(document);
    return note ? [writer.set(document.ref, toStoredNote(eraseNote(note, 'deleted', now)))] : [];
  });
  await Promise.all([...writes, writer.close()]);
}

import { publicName } from '@quantalgo/contracts/account/shownName';
import {
  emptiedNote,
  type LiveAct,
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
import { closedBecause } from '../../domain/live/session';
import { silenceOf } from '../../domain/network/network';
import { parseDocument, readAll } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn } from '../account/users';
import { ActRefusedError } from '../network/actions';
import { networkMemberIn, networkMemberRef } from '../network/documents';

export const liveSessionRef = (firestore: Firestore, id: string) =>
  firestore.collection('liveSessions').doc(id);

export const liveNoteRef = (firestore: Firestore, id: string) =>
  firestore.collection('liveNotes').doc(id);

export const liveSessionIn = (snapshot: DocumentSnapshot): LiveSessionRecord | null =>
  parseDocument(liveSessionDocumentSchema, snapshot);

export const liveNoteIn = (snapshot: DocumentSnapshot): LiveNoteRecord | null =>
  parseDocument(liveNoteDocumentSchema, snapshot);

/** A live session as it is stored. */
export const storedSession = (session: LiveSessionRecord) => ({
  ...session,
  startsAt: Timestamp.fromMillis(session.startsAt),
  endsAt: Timestamp.fromMillis(session.endsAt),
  openedAt: Timestamp.fromMillis(session.openedAt),
  closedAt: session.closedAt === null ? null : Timestamp.fromMillis(session.closedAt),
  countedAt: Timestamp.fromMillis(session.countedAt),
});

/** A note as it is stored. */
export const storedNote = (note: LiveNoteRecord) => ({
  ...note,
  createdAt: Timestamp.fromMillis(note.createdAt),
  updatedAt: Timestamp.fromMillis(note.updatedAt),
});

interface Acting {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly call: IdempotentCall;
  /** True for staff in a session with the rights of staff. */
  readonly isStaff: boolean;
  /** Epoch ms. */
  readonly now: number;
}

type ActOf<A extends LiveAct['act']> = Extract<LiveAct, { act: A }>;

const missing = () => new ActRefusedError('This question is gone', 404);

/** Asks a question, whose id is the key of the call. @throws ActRefusedError */
async function ask({ firestore, transaction, call, isStaff, now }: Acting, act: ActOf<'ask'>) {
  const { uid, key } = call;
  const { fullName, ...record } = await memberIn(firestore, transaction, uid);
  const [session, member, known] = await readAll(
    transaction,
    liveSessionRef(firestore, act.session),
    networkMemberRef(firestore, uid),
    liveNoteRef(firestore, key),
  );
  if (known.exists) throw new ActRefusedError('There is another question with this id', 409);
  const silence = silenceOf(networkMemberIn(uid, member), now);
  if (silence !== null) throw new ActRefusedError(silence, 403);
  const why = closedBecause(liveSessionIn(session), now);
  if (why !== null) throw new ActRefusedError(why, 409);
  const staff = isStaff && record.staff;
  const name = publicName({ uid, fullName, staff });
  const question = { kind: 'question', name, text: act.text, answer: null } as const;
  const note: LiveNoteRecord = {
    session: act.session,
    uid,
    content: staff ? { ...question, staff } : question,
    gone: null,
    createdAt: now,
    updatedAt: now,
  };
  transaction.create(known.ref, storedNote(note));
  return note;
}

/** Deletes the caller's question, also after the session; its place stays. @throws ActRefusedError */
async function remove({ firestore, transaction, call, now }: Acting, { id }: ActOf<'delete'>) {
  const note = liveNoteIn(await transaction.get(liveNoteRef(firestore, id)));
  if (note?.uid !== call.uid || note.gone !== null) throw missing();
  const left = emptiedNote(note, 'deleted', now);
  transaction.set(liveNoteRef(firestore, id), storedNote(left));
  return left;
}

/**
 * Does what a member asks for in a live session, once for the key of the call.
 * @param now epoch ms
 * @returns the question as it is then
 * @throws KeyReusedError, MemberGoneError or ActRefusedError
 */
export async function actInLive(
  { firestore, isStaff }: Pick<Acting, 'firestore' | 'isStaff'>,
  call: IdempotentCall,
  act: LiveAct,
  now: number,
): Promise<LiveNote> {
  const id = act.act === 'ask' ? call.key : act.id;
  const note = await firestore.runTransaction(async (transaction) => {
    if (await isRepeated(firestore, transaction, call)) {
      const found = liveNoteIn(await transaction.get(liveNoteRef(firestore, id)));
      if (!found) throw missing();
      return found;
    }
    const acting = { firestore, transaction, call, isStaff, now };
    const after = act.act === 'ask' ? await ask(acting, act) : await remove(acting, act);
    rememberCall(firestore, transaction, call, now);
    return after;
  });
  return toLiveNote(id, note);
}

/**
 * Empties the questions of a member who is being erased, so that devices that have them learn of it. It can be repeated.
 * @param now epoch ms
 */
export async function emptyQuestions(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<void> {
  const { docs } = await firestore.collection('liveNotes').where('uid', '==', uid).get();
  const writer = firestore.bulkWriter();
  for (const document of docs) {
    const note = liveNoteIn(document);
    if (note) void writer.set(document.ref, storedNote(emptiedNote(note, 'deleted', now)));
  }
  await writer.close();
}

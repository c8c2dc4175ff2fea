import type { StaffAction } from '@quantalgo/contracts/console/console';
import { durationText } from '@quantalgo/contracts/core/durations';
import {
  emptiedNote,
  type HostAct,
  isLiveAt,
  type LiveNoteRecord,
  OPENS_BEFORE_MS,
} from '@quantalgo/contracts/live/session';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { closedBecause, openableSession, openedSession } from '../../domain/live/session';
import { readAll } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { recordStaffAction } from '../core/staffActions';
import { ActRefusedError } from '../network/actions';
import { readCalendar } from './calendar';
import {
  liveNoteIn,
  liveNoteRef,
  liveSessionIn,
  liveSessionRef,
  storedNote,
  storedSession,
} from './live';

/** An act of the host, and who that is. */
interface Hosting {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  /** The call of the member of staff; its key is the id of a new note. */
  readonly call: IdempotentCall;
  /** Epoch ms. */
  readonly now: number;
}

type ActOf<A extends HostAct['act']> = Extract<HostAct, { act: A }>;

function audit(
  { firestore, transaction, call, now }: Hosting,
  { action, reason, uid }: { action: StaffAction; reason: string; uid: string | null },
): void {
  recordStaffAction(firestore, transaction, { by: call.uid, uid, action, reason, now });
}

/**
 * Opens a live session of the calendar; opened twice, it changes nothing. One that nobody closed can be opened again where
 * the calendar has it later.
 * @throws ActRefusedError
 */
async function open(hosting: Hosting, { session: id }: ActOf<'open'>): Promise<void> {
  const { firestore, transaction, now } = hosting;
  const reference = liveSessionRef(firestore, id);
  const open = firestore.collection('liveSessions').where('closedAt', '==', null);
  const [found, others] = [await transaction.get(reference), await transaction.get(open)];
  const known = liveSessionIn(found);
  if (known && (known.closedAt !== null || isLiveAt(known, now))) return;
  // Within the transaction: a change of the calendar meanwhile would not find this session to have it follow.
  const planned = openableSession(await readCalendar(firestore, transaction), id, now);
  if (!planned)
    throw new ActRefusedError(
      `It can be opened up to ${durationText(OPENS_BEFORE_MS)} before it starts`,
      409,
    );
  const isAnotherLive = others.docs.some((other) => {
    const session = liveSessionIn(other);
    return session !== null && isLiveAt(session, now);
  });
  if (isAnotherLive)
    throw new ActRefusedError('Another live session is running: end that one first', 409);
  transaction.set(reference, storedSession(openedSession(planned, now)));
  audit(hosting, { action: 'session opened', reason: id, uid: null });
}

/** Closes a live session; closed twice, it changes nothing. @throws ActRefusedError */
async function close(hosting: Hosting, { session: id }: ActOf<'close'>): Promise<void> {
  const { firestore, transaction, now } = hosting;
  const reference = liveSessionRef(firestore, id);
  const session = liveSessionIn(await transaction.get(reference));
  if (!session) throw new ActRefusedError('There is no such live session', 404);
  if (session.closedAt !== null) return;
  transaction.update(reference, { closedAt: Timestamp.fromMillis(now) });
  audit(hosting, { action: 'session closed', reason: id, uid: null });
}

/** Writes a note or pins a level, whose id is the key of the call. @throws ActRefusedError */
async function write(
  { firestore, transaction, call, now }: Hosting,
  session: string,
  content: LiveNoteRecord['content'],
): Promise<void> {
  const [found, known] = await readAll(
    transaction,
    liveSessionRef(firestore, session),
    liveNoteRef(firestore, call.key),
  );
  if (known.exists) throw new ActRefusedError('There is another note with this id', 409);
  const why = closedBecause(liveSessionIn(found), now);
  if (why !== null) throw new ActRefusedError(why, 409);
  const note = { session, uid: null, content, gone: null, createdAt: now, updatedAt: now };
  transaction.create(known.ref, storedNote(note));
}

/** A note that is not gone. @throws ActRefusedError */
async function noteOf({ firestore, transaction }: Hosting, id: string): Promise<LiveNoteRecord> {
  const note = liveNoteIn(await transaction.get(liveNoteRef(firestore, id)));
  if (!note || note.gone !== null) throw new ActRefusedError('This note is gone', 404);
  return note;
}

async function answer(hosting: Hosting, { id, text }: ActOf<'answer'>): Promise<void> {
  const { firestore, transaction, now } = hosting;
  const note = await noteOf(hosting, id);
  if (note.content.kind !== 'question')
    throw new ActRefusedError('Only questions can be answered', 409);
  const answered = { ...note, content: { ...note.content, answer: text }, updatedAt: now };
  transaction.set(liveNoteRef(firestore, id), storedNote(answered));
}

async function remove(hosting: Hosting, { id }: ActOf<'remove'>): Promise<void> {
  const { firestore, transaction, now } = hosting;
  const note = await noteOf(hosting, id);
  transaction.set(liveNoteRef(firestore, id), storedNote(emptiedNote(note, 'removed', now)));
  audit(hosting, { action: 'session note removed', reason: `note ${id}`, uid: note.uid });
}

function applied(hosting: Hosting, act: HostAct): Promise<void> {
  switch (act.act) {
    case 'open':
      return open(hosting, act);
    case 'close':
      return close(hosting, act);
    case 'note':
      return write(hosting, act.session, { kind: 'note', text: act.text });
    case 'level': {
      const { pair, price, text } = act;
      return write(hosting, act.session, { kind: 'level', pair, price, text });
    }
    case 'answer':
      return answer(hosting, act);
    case 'remove':
      return remove(hosting, act);
  }
}

/**
 * Does what the host of a live session asks for; the same call again changes nothing more.
 * @param now epoch ms
 * @throws KeyReusedError, ActRefusedError
 */
export const hostLive = (
  firestore: Firestore,
  act: HostAct,
  call: IdempotentCall,
  now: number,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    if (await isRepeated(firestore, transaction, call)) return;
    await applied({ firestore, transaction, call, now }, act);
    rememberCall(firestore, transaction, call, now);
  });

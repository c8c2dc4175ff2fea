import type { StaffAction } from '@quantalgo/contracts/console/console';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import {
  eraseNote,
  type HostAction,
  isLiveAt,
  type LiveNoteRecord,
  MAX_EARLY_OPENING_MS,
  NO_SESSION,
} from '@quantalgo/contracts/live/session';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { getClosedReason, findOpenableSession, toOpenedSession } from '../../domain/live/session';
import { readAll } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { recordStaffAction } from '../core/staffActions';
import { ActionRefusedError } from '../network/actions';
import { readCalendar } from './calendar';
import {
  parseLiveNote,
  liveNoteRef,
  parseLiveSession,
  liveSessionRef,
  toStoredNote,
  toStoredSession,
} from './live';

interface HostContext {
  readonly firestore: Firestore;
  readonly transaction: Transaction;
  readonly call: IdempotentCall;
  readonly now: number;
}

type ActionByName<A extends HostAction['action']> = Extract<HostAction, { action: A }>;

function recordAction(
  { firestore, transaction, call, now }: HostContext,
  { action, reason, uid }: { action: StaffAction; reason: string; uid: string | null },
): void {
  recordStaffAction(firestore, transaction, { by: call.uid, uid, action, reason, now });
}

/**
 * A session that was never closed can be opened again if it was moved to a later time.
 * @throws ActionRefusedError
 */
async function open(context: HostContext, { session: id }: ActionByName<'open'>): Promise<void> {
  const { firestore, transaction, now } = context;
  const reference = liveSessionRef(firestore, id);
  const openSessions = firestore.collection('liveSessions').where('closedAt', '==', null);
  const [snapshot, otherSessions] = [
    await transaction.get(reference),
    await transaction.get(openSessions),
  ];
  const stored = parseLiveSession(snapshot);
  if (stored && (stored.closedAt !== null || isLiveAt(stored, now))) return;
  // Within the transaction, because a concurrent calendar change would otherwise miss the session.
  const planned = findOpenableSession(await readCalendar(firestore, transaction), id, now);
  if (!planned)
    throw new ActionRefusedError(
      `A live session can be opened up to ${formatDuration(MAX_EARLY_OPENING_MS)} before it starts`,
      409,
    );
  const isAnotherLive = otherSessions.docs.some((document) => {
    const session = parseLiveSession(document);
    return session !== null && isLiveAt(session, now);
  });
  if (isAnotherLive)
    throw new ActionRefusedError('Another live session is running. End that one first.', 409);
  transaction.set(reference, toStoredSession(toOpenedSession(planned, now)));
  recordAction(context, { action: 'session opened', reason: id, uid: null });
}

async function close(context: HostContext, { session: id }: ActionByName<'close'>): Promise<void> {
  const { firestore, transaction, now } = context;
  const reference = liveSessionRef(firestore, id);
  const session = parseLiveSession(await transaction.get(reference));
  if (!session) throw new ActionRefusedError(NO_SESSION, 404);
  if (session.closedAt !== null) return;
  transaction.update(reference, { closedAt: Timestamp.fromMillis(now) });
  recordAction(context, { action: 'session closed', reason: id, uid: null });
}

async function addNote(
  { firestore, transaction, call, now }: HostContext,
  session: string,
  content: LiveNoteRecord['content'],
): Promise<void> {
  const [sessionSnapshot, noteSnapshot] = await readAll(
    transaction,
    liveSessionRef(firestore, session),
    liveNoteRef(firestore, call.key),
  );
  if (noteSnapshot.exists) throw new ActionRefusedError('A note with this id already exists', 409);
  const closedReason = getClosedReason(parseLiveSession(sessionSnapshot), now);
  if (closedReason !== null) throw new ActionRefusedError(closedReason, 409);
  const note = { session, uid: null, content, gone: null, createdAt: now, updatedAt: now };
  transaction.create(noteSnapshot.ref, toStoredNote(note));
}

async function requireNote(
  { firestore, transaction }: HostContext,
  id: string,
): Promise<LiveNoteRecord> {
  const note = parseLiveNote(await transaction.get(liveNoteRef(firestore, id)));
  if (!note || note.gone !== null) throw new ActionRefusedError('This note no longer exists', 404);
  return note;
}

async function answer(context: HostContext, { id, text }: ActionByName<'answer'>): Promise<void> {
  const { firestore, transaction, now } = context;
  const note = await requireNote(context, id);
  if (note.content.kind !== 'question')
    throw new ActionRefusedError('Only questions can be answered', 409);
  const updated = { ...note, content: { ...note.content, answer: text }, updatedAt: now };
  transaction.set(liveNoteRef(firestore, id), toStoredNote(updated));
}

async function remove(context: HostContext, { id }: ActionByName<'remove'>): Promise<void> {
  const { firestore, transaction, now } = context;
  const note = await requireNote(context, id);
  transaction.set(liveNoteRef(firestore, id), toStoredNote(eraseNote(note, 'removed', now)));
  recordAction(context, { action: 'session note removed', reason: `note ${id}`, uid: note.uid });
}

function applyAction(context: HostContext, action: HostAction): Promise<void> {
  switch (action.action) {
    case 'open':
      return open(context, action);
    case 'close':
      return close(context, action);
    case 'note':
      return addNote(context, action.session, { kind: 'note', text: action.text });
    case 'level': {
      const { pair, price, text } = action;
      return addNote(context, action.session, { kind: 'level', pair, price, text });
    }
    case 'answer':
      return answer(context, action);
    case 'remove':
      return remove(context, action);
  }
}

/** Idempotent per key. @throws KeyReusedError, ActionRefusedError */
export const performHostAction = (
  firestore: Firestore,
  action: HostAction,
  call: IdempotentCall,
  now: number,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    if (await wasCallApplied(firestore, transaction, call)) return;
    await applyAction({ firestore, transaction, call, now }, action);
    rememberCall(firestore, transaction, call, now);
  });

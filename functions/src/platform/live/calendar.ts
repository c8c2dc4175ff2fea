import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  type Calendar,
  createCalendar,
  formatGmt,
  type Occurrence,
  SPECIFIED_PLANS,
} from '@quantalgo/contracts/live/calendar';
import {
  type CalendarChange,
  applyCalendarChange,
  findPastStart,
} from '@quantalgo/contracts/live/calendarChange';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { findChangedSessions, applyChangeToSession } from '../../domain/live/session';
import { liveCalendarDocument } from '../../collections/live';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { ActionRefusedError } from '../network/actions';
import { parseLiveSession, liveSessionRef, toStoredSession } from './live';

const calendarRef = (firestore: Firestore) => firestore.doc('liveCalendar/plans');

function parseCalendar(snapshot: DocumentSnapshot): Calendar {
  const stored = parseDocument(liveCalendarDocument, snapshot);
  if (!stored) return createCalendar(SPECIFIED_PLANS);
  const { plans, moves, withdrawn, revision } = stored;
  return { plans, moves, withdrawn, revision };
}

export const readCalendar = async (
  firestore: Firestore,
  transaction?: Transaction,
): Promise<Calendar> => {
  const reference = calendarRef(firestore);
  return parseCalendar(await (transaction ? transaction.get(reference) : reference.get()));
};

const describeChange = (change: CalendarChange): string => {
  if (change.action === 'save') return `saved ${change.plan.id}: ${change.plan.name}`;
  if (change.action === 'remove') return `removed ${change.id}`;
  if (change.action === 'move') {
    const at = formatGmt(change.minute * MINUTE_MS);
    return `moved ${change.id} from ${change.day} to ${change.to}, ${at}`;
  }
  return `${change.on ? 'cancelled' : 'put back'} ${change.id} on ${change.day}`;
};

async function readOpenedSessions(
  firestore: Firestore,
  transaction: Transaction,
  occurrences: readonly Occurrence[],
) {
  if (occurrences.length === 0) return [];
  const references = occurrences.map(({ id }) => liveSessionRef(firestore, id));
  const snapshots = await transaction.getAll(...references);
  return snapshots.flatMap((document) => {
    const session = parseLiveSession(document);
    const planned = occurrences.find(({ id }) => id === document.id);
    return session && planned ? [{ reference: document.ref, session, planned }] : [];
  });
}

/**
 * Also updates opened sessions, and records the change in the audit.
 * @returns null if the plan doesn't exist, or the calendar is full
 * @throws ActionRefusedError if a session would begin in the past or has taken place
 */
export const changeCalendar = (
  firestore: Firestore,
  change: CalendarChange,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<Calendar | null> =>
  firestore.runTransaction(async (transaction) => {
    const reference = calendarRef(firestore);
    const previous = parseCalendar(await transaction.get(reference));
    const newCalendar = applyCalendarChange(previous, change, now);
    if (!newCalendar) return null;
    const refusal = findPastStart(previous, change, now);
    if (refusal) throw new ActionRefusedError(refusal.reason, 409);
    const changedSessions = findChangedSessions(previous, newCalendar, now);
    const openedSessions = await readOpenedSessions(firestore, transaction, changedSessions);
    for (const { session, planned, reference: sessionRef } of openedSessions) {
      const outcome = applyChangeToSession(session, planned, { change, now });
      if (outcome.type === 'refused') throw new ActionRefusedError(outcome.reason, 409);
      if (outcome.type === 'unopened') transaction.delete(sessionRef);
      if (outcome.type === 'changed') transaction.set(sessionRef, toStoredSession(outcome.session));
    }
    transaction.set(reference, { ...newCalendar, updatedAt: Timestamp.fromMillis(now) });
    const reason = describeChange(change);
    const action = 'session calendar changed';
    recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
    return newCalendar;
  });

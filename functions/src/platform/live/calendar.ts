import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  type Calendar,
  calendarOf,
  gmtText,
  type Occurrence,
  SPECIFIED_PLANS,
} from '@quantalgo/contracts/live/calendar';
import {
  type CalendarChange,
  changedCalendar,
  pastBegin,
} from '@quantalgo/contracts/live/calendarChange';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { changedSessions, followed } from '../../domain/live/session';
import { liveCalendarDocument } from '../../collections/live';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { ActRefusedError } from '../network/actions';
import { liveSessionIn, liveSessionRef, storedSession } from './live';

const calendarRef = (firestore: Firestore) => firestore.doc('liveCalendar/plans');

function calendarIn(snapshot: DocumentSnapshot): Calendar {
  const found = parseDocument(liveCalendarDocument, snapshot);
  if (!found) return calendarOf(SPECIFIED_PLANS);
  const { plans, moves, withdrawn, revision } = found;
  return { plans, moves, withdrawn, revision };
}

/** The calendar of live sessions: the specification's until staff change it. */
export const readCalendar = async (
  firestore: Firestore,
  transaction?: Transaction,
): Promise<Calendar> => {
  const reference = calendarRef(firestore);
  return calendarIn(await (transaction ? transaction.get(reference) : reference.get()));
};

/** What a change says in the audit. */
const wordsOf = (change: CalendarChange): string => {
  if (change.act === 'save') return `saved ${change.plan.id}: ${change.plan.name}`;
  if (change.act === 'remove') return `removed ${change.id}`;
  if (change.act === 'move') {
    const at = gmtText(change.minute * MINUTE_MS);
    return `moved ${change.id} of ${change.day} to ${change.to}, ${at}`;
  }
  return `${change.on ? 'cancelled' : 'put back'} ${change.id} on ${change.day}`;
};

/** Of these live sessions of the calendar those that were opened, each read by its id. */
async function openedAmong(
  firestore: Firestore,
  transaction: Transaction,
  occurrences: readonly Occurrence[],
) {
  if (occurrences.length === 0) return [];
  const references = occurrences.map(({ id }) => liveSessionRef(firestore, id));
  const found = await transaction.getAll(...references);
  return found.flatMap((document) => {
    const session = liveSessionIn(document);
    const planned = occurrences.find(({ id }) => id === document.id);
    return session && planned ? [{ reference: document.ref, session, planned }] : [];
  });
}

/**
 * Changes the calendar, and records that in the audit. A live session that was opened follows.
 * @param by uid of the member of staff; `now` in epoch ms
 * @returns the calendar then; null where there is no such plan, or no room for another one
 * @throws ActRefusedError where a live session would begin in the past, or was held already
 */
export const changeCalendar = (
  firestore: Firestore,
  change: CalendarChange,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<Calendar | null> =>
  firestore.runTransaction(async (transaction) => {
    const reference = calendarRef(firestore);
    const before = calendarIn(await transaction.get(reference));
    const after = changedCalendar(before, change, now);
    if (!after) return null;
    const past = pastBegin(before, change, now);
    if (past) throw new ActRefusedError(past.why, 409);
    const concerned = changedSessions(before, after, now);
    for (const opened of await openedAmong(firestore, transaction, concerned)) {
      const then = followed(opened.session, opened.planned, { change, now });
      if (then.type === 'refused') throw new ActRefusedError(then.why, 409);
      if (then.type === 'unopened') transaction.delete(opened.reference);
      if (then.type === 'changed') transaction.set(opened.reference, storedSession(then.session));
    }
    transaction.set(reference, { ...after, updatedAt: Timestamp.fromMillis(now) });
    const reason = wordsOf(change);
    const action = 'session calendar changed';
    recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
    return after;
  });

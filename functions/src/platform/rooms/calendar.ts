import {
  type Calendar,
  type CalendarChange,
  calendarOf,
  changedCalendar,
  gmtText,
  pastBegin,
  SPECIFIED_PLANS,
} from '@quantalgo/contracts';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { liveCalendarDocument } from '../../liveDocuments';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { ActRefused } from './acts';

const MINUTE_MS = 60_000;

const calendarRef = (firestore: Firestore) => firestore.doc('liveCalendar/plans');

function calendarIn(snapshot: DocumentSnapshot): Calendar {
  const found = parseDocument(liveCalendarDocument, snapshot);
  if (!found) return calendarOf(SPECIFIED_PLANS);
  const { plans, moves, withdrawn, revision } = found;
  return { plans, moves, withdrawn, revision };
}

/** The calendar of live sessions: the specification's until staff change it. */
export const readCalendar = async (firestore: Firestore): Promise<Calendar> =>
  calendarIn(await calendarRef(firestore).get());

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

/**
 * Changes the calendar, and records that in the audit.
 * @param by uid of the member of staff; `now` in epoch ms
 * @returns the calendar then; null where there is no such plan, or no room for another one
 * @throws ActRefused where a live session would begin in the past
 */
export const changeCalendar = (
  firestore: Firestore,
  change: CalendarChange,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<Calendar | null> =>
  firestore.runTransaction(async (transaction) => {
    const reference = calendarRef(firestore);
    const before = calendarIn(await transaction.get(reference));
    const calendar = changedCalendar(before, change, now);
    if (!calendar) return null;
    const past = pastBegin(before, change, now);
    if (past) throw new ActRefused(past.why, 409);
    transaction.set(reference, { ...calendar, updatedAt: Timestamp.fromMillis(now) });
    const reason = wordsOf(change);
    const action = 'session calendar changed';
    recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
    return calendar;
  });

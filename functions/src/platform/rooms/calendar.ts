import {
  type CalendarChange,
  changedCalendar,
  type Plan,
  SPECIFIED_PLANS,
} from '@quantalgo/contracts';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { liveCalendarDocument } from '../../liveDocuments';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';

const calendarRef = (firestore: Firestore) => firestore.doc('liveCalendar/plans');

const plansIn = (snapshot: DocumentSnapshot): readonly Plan[] =>
  parseDocument(liveCalendarDocument, snapshot)?.plans ?? SPECIFIED_PLANS;

/** The calendar of live sessions: the specification's until staff change it. */
export const readCalendar = async (firestore: Firestore): Promise<readonly Plan[]> =>
  plansIn(await calendarRef(firestore).get());

/** What a change says in the audit. */
const wordsOf = (change: CalendarChange): string => {
  if (change.act === 'save') return `saved ${change.plan.id}: ${change.plan.name}`;
  if (change.act === 'remove') return `removed ${change.id}`;
  return `${change.on ? 'cancelled' : 'put back'} ${change.id} on ${change.day}`;
};

/**
 * Changes the calendar, and records that in the audit.
 * @param by uid of the member of staff; `now` in epoch ms
 * @returns the calendar then; null where there is no such plan, or no room for another one
 */
export const changeCalendar = (
  firestore: Firestore,
  change: CalendarChange,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<readonly Plan[] | null> =>
  firestore.runTransaction(async (transaction) => {
    const reference = calendarRef(firestore);
    const plans = changedCalendar(plansIn(await transaction.get(reference)), change);
    if (!plans) return null;
    transaction.set(reference, { plans, updatedAt: Timestamp.fromMillis(now) });
    const reason = wordsOf(change);
    const action = 'session calendar changed';
    recordStaffAction(firestore, transaction, { by, uid: null, action, reason, now });
    return plans;
  });

import type { SystemState } from '@quantalgo/contracts/console/console';
import { toIso } from '@quantalgo/contracts/core/time';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { OverdueAlarm } from '../../collections/collection';
import { STAFF_VISIBLE_WAITS } from '../../waiting';
import { readPeople } from './people';

interface OverdueItem {
  readonly what: string;
  readonly alarm: OverdueAlarm;
  readonly id: string;
  readonly uid: string | null;
  /** An email's recipient, or the address of an erased member. */
  readonly address: string | null;
  readonly since: number;
}

/**
 * The longest overdue come first. New documents with a due time of 0 count towards this limit.
 */
const MAX_DOCUMENTS_PER_STATE = 20;

const toMillis = (value: unknown): number => (value instanceof Timestamp ? value.toMillis() : 0);

const toStringOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? value : null;

function toOverdue(
  { what, since, staff, owner }: (typeof STAFF_VISIBLE_WAITS)[number],
  document: DocumentSnapshot,
): OverdueItem {
  return {
    what,
    alarm: staff.alarm,
    id: document.id,
    uid: owner === 'id' ? document.id : toStringOrNull(document.get('uid')),
    address: toStringOrNull(document.get('to')) ?? toStringOrNull(document.get('email')),
    since: Math.max(toMillis(document.get(since)), toMillis(document.get('createdAt'))),
  };
}

async function findOverdueInState(
  firestore: Firestore,
  state: (typeof STAFF_VISIBLE_WAITS)[number],
  now: number,
): Promise<OverdueItem[]> {
  const { collection, where: condition, since, staff } = state;
  const dueBefore = now - staff.afterMs;
  const documents = firestore.collection(collection);
  const stateQuery = condition ? documents.where(condition[0], '==', condition[1]) : documents;
  const { docs } = await stateQuery
    .where(since, '<=', Timestamp.fromMillis(dueBefore))
    .orderBy(since)
    .limit(MAX_DOCUMENTS_PER_STATE)
    .get();
  return docs
    .map((document) => toOverdue(state, document))
    .filter((overdue) => overdue.since <= dueBefore);
}

export async function findOverdue(firestore: Firestore, now: number): Promise<OverdueItem[]> {
  const states = STAFF_VISIBLE_WAITS.map((state) => findOverdueInState(firestore, state, now));
  return (await Promise.all(states)).flat().sort((a, b) => a.since - b.since);
}

export async function readOverdue(
  firestore: Firestore,
  now: number,
): Promise<SystemState['overdue']> {
  const overdue = await findOverdue(firestore, now);
  const people = await readPeople(
    firestore,
    overdue.flatMap(({ uid }) => uid ?? []),
  );
  return overdue.map(({ what, id, uid, address, since }) => ({
    what,
    id,
    userId: uid,
    owner: (uid === null ? undefined : people.get(uid)?.fullName) ?? address,
    since: toIso(since),
  }));
}

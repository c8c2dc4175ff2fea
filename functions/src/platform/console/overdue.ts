import type { SystemState } from '@quantalgo/contracts/console/console';
import { iso } from '@quantalgo/contracts/core/time';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { OverdueAlarm } from '../../collections/collection';
import { SEEN_BY_STAFF } from '../../waiting';
import { peopleOf } from './people';

/** A document that has waited longer than staff should have to notice by themselves. */
interface Overdue {
  readonly what: string;
  readonly alarm: OverdueAlarm;
  readonly id: string;
  /** The member concerned; null if there is none. */
  readonly uid: string | null;
  /** Recipient of a mail, or the address of somebody who is being erased. */
  readonly address: string | null;
  /** Epoch ms. */
  readonly since: number;
}

/** Documents per state, the longest due first, among them new ones with `dueAt` zero for "immediately". */
const MAX_FOUND = 20;

const toMillis = (value: unknown): number => (value instanceof Timestamp ? value.toMillis() : 0);

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function toOverdue(
  { what, since, staff, owner }: (typeof SEEN_BY_STAFF)[number],
  document: DocumentSnapshot,
): Overdue {
  return {
    what,
    alarm: staff.alarm,
    id: document.id,
    uid: owner === 'id' ? document.id : toText(document.get('uid')),
    address: toText(document.get('to')) ?? toText(document.get('email')),
    since: Math.max(toMillis(document.get(since)), toMillis(document.get('createdAt'))),
  };
}

async function findIn(
  firestore: Firestore,
  state: (typeof SEEN_BY_STAFF)[number],
  now: number,
): Promise<Overdue[]> {
  const { collection, where, since, staff } = state;
  const latest = now - staff.afterMs;
  const all = firestore.collection(collection);
  const marked = where ? all.where(where[0], '==', where[1]) : all;
  const { docs } = await marked
    .where(since, '<=', Timestamp.fromMillis(latest))
    .orderBy(since)
    .limit(MAX_FOUND)
    .get();
  return docs.map((document) => toOverdue(state, document)).filter((one) => one.since <= latest);
}

/** What is overdue at `now` (epoch ms), oldest first. Costs a query for each waiting state. */
export async function findOverdue(firestore: Firestore, now: number): Promise<Overdue[]> {
  const states = SEEN_BY_STAFF.map((state) => findIn(firestore, state, now));
  return (await Promise.all(states)).flat().sort((a, b) => a.since - b.since);
}

/** The same with the names of the members concerned. */
export async function readOverdue(
  firestore: Firestore,
  now: number,
): Promise<SystemState['overdue']> {
  const overdue = await findOverdue(firestore, now);
  const people = await peopleOf(
    firestore,
    overdue.flatMap(({ uid }) => uid ?? []),
  );
  return overdue.map(({ what, id, uid, address, since }) => ({
    what,
    id,
    userId: uid,
    whose: (uid === null ? undefined : people.get(uid)?.fullName) ?? address,
    since: iso(since),
  }));
}

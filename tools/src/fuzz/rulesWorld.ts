import { EVERY_COLLECTION } from '@quantalgo/functions/collections';
import { type Firestore } from 'firebase-admin/firestore';

type Fields = Readonly<Record<string, unknown>>;

export const AUTH_TIMES = {
  none: 1_795_000_000,
  noted: 1_795_000_100,
  ended: 1_795_000_200,
} as const;

const access = (tier: unknown, dashboardUnlocked: unknown, staff: unknown): Fields => ({
  tier,
  dashboardUnlocked,
  staff,
});

/** Records as they are, as they were before a change, and as they must never be. */
export const RECORDS: Readonly<Record<string, Fields | null>> = {
  guest: access('guest', false, false),
  starter: access('starter', true, false),
  essential: access('essential', true, false),
  staff: access('guest', false, true),
  locked: access('essential', false, false),
  gone: null,
  empty: {},
  texts: access('essential', 'true', 'true'),
  odd: access('platinum', true, 1),
};

/** The collections of the product, and one that nobody knows of. */
export const COLLECTIONS: readonly string[] = [
  ...EVERY_COLLECTION.map(([name]) => name),
  'elsewhere',
];

export const SIGNALS: Readonly<Record<string, Fields>> = {
  basic: { audience: 'basic' },
  'order-flow': { audience: 'order-flow' },
  odd: { audience: 1 },
};

/** Ids of collections with one document. */
const SINGLE: Readonly<Record<string, string>> = Object.fromEntries(
  EVERY_COLLECTION.flatMap(([name, { id }]) => (id.includes('{') ? [] : [[name, id]])),
);

const uids = Object.keys(RECORDS);

/** The documents of a collection, by id. */
export function documentsOf(collection: string): Readonly<Record<string, Fields>> {
  if (collection === 'users')
    return Object.fromEntries(
      Object.entries(RECORDS).flatMap(([uid, record]) => (record ? [[uid, record]] : [])),
    );
  if (collection === 'signals') return SIGNALS;
  const single = SINGLE[collection];
  if (single !== undefined) return { [single]: { uid: 'guest' } };
  return Object.fromEntries(uids.map((uid) => [`of-${uid}`, { uid, audience: 'basic' }]));
}

/** Writes all of them, and the sessions of everybody. */
export async function writeWorld(database: Firestore): Promise<void> {
  const writer = database.bulkWriter();
  const writes = COLLECTIONS.flatMap((collection) =>
    Object.entries(documentsOf(collection)).map(([id, data]) =>
      writer.set(database.doc(`${collection}/${id}`), data),
    ),
  );
  const sessions = uids.flatMap((uid) => [
    writer.set(database.doc(`devices/${uid}_${AUTH_TIMES.noted}`), { uid }),
    writer.set(database.doc(`devices/${uid}_${AUTH_TIMES.ended}`), { uid, endedAt: new Date(0) }),
  ]);
  await writer.close();
  await Promise.all([...writes, ...sessions]);
}

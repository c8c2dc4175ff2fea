import { mayUse, publicName } from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { queuePush } from '../core/queues';
import { userOf, userRef } from '../members/users';
import {
  networkMemberIn,
  type NetworkMemberRecord,
  networkMemberRef,
  storedMember,
} from './documents';

/** Minimum interval (ms) between two mention pushes to the same member, against harassment. */
const TOLD_EVERY_MS = 5 * 60_000;

/** Time to live (ms) of a mention push. */
const WORTH_MS = 60 * 60_000;

/** A message that names members. */
interface Naming {
  readonly by: string;
  readonly text: string;
  /** Uids, as the author's device found them by their names. */
  readonly uids: readonly string[];
}

/** Somebody whom a message names. */
interface Named {
  /** As it stands in the text. */
  readonly name: string;
  readonly member: NetworkMemberRecord;
}

/**
 * Those who are named: other members who may use the room, and whose name stands in the text. To be called before the
 * transaction's first write.
 */
export async function namedIn(
  firestore: Firestore,
  transaction: Transaction,
  { by, text, uids }: Naming,
): Promise<readonly Named[]> {
  const others = [...new Set(uids)].filter((uid) => uid !== by);
  const found = await Promise.all(
    others.map(async (uid) => {
      const [user, known] = await Promise.all([
        transaction.get(userRef(firestore, uid)),
        transaction.get(networkMemberRef(firestore, uid)),
      ]);
      const record = userOf(user);
      if (record === null || !mayUse('essential-room', record)) return [];
      const name = publicName(record.fullName);
      return text.includes(`@${name}`) ? [{ name, member: networkMemberIn(uid, known) }] : [];
    }),
  );
  return found.flat();
}

/** Those of the named who are to be told: they don't hide the author, and were not told lately. `now` in epoch ms. */
export const toBeTold = (
  named: readonly Named[],
  by: string,
  now: number,
): readonly NetworkMemberRecord[] =>
  named
    .map(({ member }) => member)
    .filter(
      ({ blocked, mentionedAt }) =>
        !blocked.includes(by) && (mentionedAt ?? -Infinity) + TOLD_EVERY_MS <= now,
    );

/** Tells members by push that somebody named them. `now` in epoch ms. */
export function tell(
  firestore: Firestore,
  transaction: Transaction,
  members: readonly NetworkMemberRecord[],
  now: number,
): void {
  for (const member of members) {
    const { uid } = member;
    const order = { event: 'mention', uid, about: null, validUntil: now + WORTH_MS } as const;
    queuePush(firestore, transaction, order, now);
    const told = storedMember({ ...member, mentionedAt: now });
    transaction.set(networkMemberRef(firestore, uid), told);
  }
}

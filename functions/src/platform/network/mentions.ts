import { mayUse } from '@quantalgo/contracts/access/access';
import { publicName } from '@quantalgo/contracts/account/shownName';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { queuePush } from '../core/queues';
import { userOf, userRef } from '../account/users';
import {
  networkMemberIn,
  type NetworkMemberRecord,
  networkMemberRef,
  storedMember,
} from './documents';

/** Minimum interval (ms) between two mention pushes to the same member, against harassment. */
const MENTION_INTERVAL_MS = 5 * 60_000;

/** Time to live (ms) of a mention push. */
const MENTION_VALID_MS = 60 * 60_000;

/** A message that names members. */
interface Naming {
  readonly by: string;
  readonly text: string;
  /** Uids, as the author's device found them by their names. */
  readonly uids: readonly string[];
}

/** Somebody whom a message names. */
interface Mentioned {
  /** As it stands in the text. */
  readonly name: string;
  readonly member: NetworkMemberRecord;
}

/**
 * Those who are named: other members who may use the room, and whose name stands in the text. To be called before the
 * transaction's first write.
 */
export async function mentionedMembers(
  firestore: Firestore,
  transaction: Transaction,
  { by, text, uids }: Naming,
): Promise<readonly Mentioned[]> {
  const others = [...new Set(uids)].filter((uid) => uid !== by);
  const found = await Promise.all(
    others.map(async (uid) => {
      const [user, known] = await Promise.all([
        transaction.get(userRef(firestore, uid)),
        transaction.get(networkMemberRef(firestore, uid)),
      ]);
      const record = userOf(user);
      if (record === null || !mayUse('essential-room', record)) return [];
      const name = publicName({ ...record, uid });
      return text.includes(`@${name}`) ? [{ name, member: networkMemberIn(uid, known) }] : [];
    }),
  );
  return found.flat();
}

/** The mentioned members to notify: they don't hide the author, and were not notified lately. `now` in epoch ms. */
export const membersToNotify = (
  named: readonly Mentioned[],
  by: string,
  now: number,
): readonly NetworkMemberRecord[] =>
  named
    .map(({ member }) => member)
    .filter(
      ({ blocked, mentionedAt }) =>
        !blocked.includes(by) && (mentionedAt ?? -Infinity) + MENTION_INTERVAL_MS <= now,
    );

/** Queues a push to each member whom somebody mentioned. `now` in epoch ms. */
export function queueMentionPushes(
  firestore: Firestore,
  transaction: Transaction,
  members: readonly NetworkMemberRecord[],
  now: number,
): void {
  for (const member of members) {
    const { uid } = member;
    const order = {
      event: 'mention',
      uid,
      about: null,
      validUntil: now + MENTION_VALID_MS,
    } as const;
    queuePush(firestore, transaction, order, now);
    const notified = storedMember({ ...member, mentionedAt: now });
    transaction.set(networkMemberRef(firestore, uid), notified);
  }
}

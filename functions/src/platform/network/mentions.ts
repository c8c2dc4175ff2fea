import { canUseFeature } from '@quantalgo/contracts/access/access';
import { formatPublicName } from '@quantalgo/contracts/account/shownName';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { queuePush } from '../core/queues';
import { parseUser, userRef } from '../account/users';
import {
  parseNetworkMember,
  type NetworkMemberRecord,
  networkMemberRef,
  toStoredMember,
} from './documents';

const MENTION_INTERVAL_MS = 5 * 60_000;

interface MentionRequest {
  readonly by: string;
  readonly text: string;
  /** Uids, as resolved by the author's device. */
  readonly uids: readonly string[];
}

interface MentionedMember {
  readonly name: string;
  readonly member: NetworkMemberRecord;
}

/**
 * Other members who may use the room and whose name is in the text. Call before the transaction's
 * first write.
 */
export async function readMentionedMembers(
  firestore: Firestore,
  transaction: Transaction,
  { by, text, uids }: MentionRequest,
): Promise<readonly MentionedMember[]> {
  const others = [...new Set(uids)].filter((uid) => uid !== by);
  const members = await Promise.all(
    others.map(async (uid) => {
      const [user, memberSnapshot] = await Promise.all([
        transaction.get(userRef(firestore, uid)),
        transaction.get(networkMemberRef(firestore, uid)),
      ]);
      const record = parseUser(user);
      if (record === null || !canUseFeature('essential-room', record)) return [];
      const name = formatPublicName({ ...record, uid });
      return text.includes(`@${name}`)
        ? [{ name, member: parseNetworkMember(uid, memberSnapshot) }]
        : [];
    }),
  );
  return members.flat();
}

/** Skips members who hide the author or were notified recently. */
export const filterMembersToNotify = (
  mentioned: readonly MentionedMember[],
  by: string,
  now: number,
): readonly NetworkMemberRecord[] =>
  mentioned
    .map(({ member }) => member)
    .filter(
      ({ blocked, mentionedAt }) =>
        !blocked.includes(by) && (mentionedAt ?? -Infinity) + MENTION_INTERVAL_MS <= now,
    );

export function queueMentionPushes(
  firestore: Firestore,
  transaction: Transaction,
  members: readonly NetworkMemberRecord[],
  now: number,
): void {
  for (const member of members) {
    const { uid } = member;
    queuePush(firestore, transaction, { event: 'mention', uid }, now);
    const notified = toStoredMember({ ...member, mentionedAt: now });
    transaction.set(networkMemberRef(firestore, uid), notified);
  }
}

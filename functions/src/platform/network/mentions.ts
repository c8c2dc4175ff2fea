import { canUseFeature } from '@quantalgo/contracts/access/access';
import { formatPublicName } from '@quantalgo/contracts/account/shownName';
import { parseMentions } from '@quantalgo/contracts/network/mentions';
import type { TextRoom } from '@quantalgo/contracts/network/post';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { MemberEventName } from '@quantalgo/contracts/notifications/notification';
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
  /** Resolved by the author's device, and therefore checked against the text. */
  readonly uids: readonly string[];
}

interface MentionedMember {
  readonly name: string;
  readonly member: NetworkMemberRecord;
}

/**
 * Returns members other than the author who may use the room and whose name is in the text. Call
 * this before the transaction's first write.
 */
export async function readMentionedMembers(
  firestore: Firestore,
  transaction: Transaction,
  { by, text, uids }: MentionRequest,
): Promise<readonly MentionedMember[]> {
  const otherUids = [...new Set(uids)].filter((uid) => uid !== by);
  const members = await Promise.all(
    otherUids.map(async (uid) => {
      const [user, memberSnapshot] = await Promise.all([
        transaction.get(userRef(firestore, uid)),
        transaction.get(networkMemberRef(firestore, uid)),
      ]);
      const record = parseUser(user);
      if (record === null || !canUseFeature('essential-room', record)) return [];
      const name = formatPublicName({ ...record, uid });
      return [{ name, member: parseNetworkMember(uid, memberSnapshot) }];
    }),
  );
  const namedMembers = members.flat();
  const { mentioned } = parseMentions(
    text,
    namedMembers.map(({ name }) => name),
  );
  return namedMembers.filter(({ name }) => mentioned.has(name));
}

/** Skips members who hide the author or were notified recently. */
export const filterMembersToNotify = (
  members: readonly MentionedMember[],
  by: string,
  now: number,
): readonly NetworkMemberRecord[] =>
  members
    .map(({ member }) => member)
    .filter(
      ({ blocked, mentionedAt }) =>
        !blocked.includes(by) && (mentionedAt ?? -Infinity) + MENTION_INTERVAL_MS <= now,
    );

/**
 * Empty if `author` is null, answers themselves or may not use the room. Call this before the
 * transaction's first write.
 * @param author of the answered post
 * @param by author of the answer
 */
export async function readRepliedToMember(
  firestore: Firestore,
  transaction: Transaction,
  { author, by }: { readonly author: string | null; readonly by: string | null },
): Promise<readonly MentionedMember[]> {
  if (author === null || author === by) return [];
  const [user, memberSnapshot] = await Promise.all([
    transaction.get(userRef(firestore, author)),
    transaction.get(networkMemberRef(firestore, author)),
  ]);
  const record = parseUser(user);
  return record && canUseFeature('traders-network', record)
    ? [{ name: record.fullName, member: parseNetworkMember(author, memberSnapshot) }]
    : [];
}

interface MentioningPost {
  readonly room: TextRoom;
  readonly id: string;
}

const MENTION_EVENTS = { network: 'answer', essential: 'mention' } as const satisfies Readonly<
  Record<TextRoom, MemberEventName>
>;

export function queueMentionPushes(
  firestore: Firestore,
  transaction: Transaction,
  members: readonly NetworkMemberRecord[],
  { room, id }: MentioningPost,
  now: number,
): void {
  for (const member of members) {
    const { uid } = member;
    queuePush(firestore, transaction, { event: MENTION_EVENTS[room], uid, about: id }, now);
    const notifiedMember = toStoredMember({ ...member, mentionedAt: now });
    transaction.set(networkMemberRef(firestore, uid), notifiedMember);
  }
}

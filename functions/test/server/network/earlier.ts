import { randomUUID } from 'node:crypto';
import type { TextRoom } from '@quantalgo/contracts/network/post';
import type { Firestore } from 'firebase-admin/firestore';
import {
  createNetworkMember,
  networkMemberRef,
  postRef,
  toStoredMember,
  toStoredPost,
} from '../../../src/platform/network/documents';

interface PostOptions {
  readonly room: TextRoom;
  readonly uid: string;
  /** Epoch ms of the first post. Each further post is a millisecond later. */
  readonly from: number;
  /** Epoch ms for all posts. Defaults to the time when each was written. */
  readonly changed?: number;
  readonly likes?: number;
}

/** Counts earlier posts, so that the limits for new members don’t apply. */
export const storePostCount = (firestore: Firestore, uid: string, posts = 9) =>
  networkMemberRef(firestore, uid).set(toStoredMember({ ...createNetworkMember(uid), posts }));

export async function writeOlderPosts(
  firestore: Firestore,
  { room, uid, from, changed, likes = 0 }: PostOptions,
  ids: readonly string[] | number = 1,
): Promise<readonly string[]> {
  const postIds = typeof ids === 'number' ? Array.from({ length: ids }, () => randomUUID()) : ids;
  const batch = firestore.batch();
  for (const [index, id] of postIds.entries()) {
    const createdAt = from + index;
    const post = toStoredPost({
      uid,
      name: 'Ada O.',
      tier: 'essential',
      to: null,
      text: 'Calm evening',
      signal: null,
      embed: null,
      picture: null,
      open: true,
      gone: null,
      reason: null,
      likes,
      seeded: false,
      editedAt: null,
      createdAt,
      updatedAt: changed ?? createdAt,
    });
    batch.create(postRef(firestore, room, id), post);
  }
  await batch.commit();
  return postIds;
}

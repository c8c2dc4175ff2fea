import { erasePost, TEXT_ROOMS } from '@quantalgo/contracts/network/post';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { ignoreStaleWrite } from '../core/documents';
import { networkMemberRef, parsePost, getRoomPostsCollection, toStoredPost } from './documents';
import { readRetentionStart } from './updates';

/**
 * Empties an erased member's open posts, withdraws their likes, and removes the member from block
 * lists. Idempotent. Posts too old for devices to keep aren't marked as changed: they would
 * displace newer changes.
 * @returns ids of posts to recount before the likes are deleted, because an interrupted run finds
 * the posts by the likes
 */
export async function emptyPosts(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const [postsByRoom, blockers, likes] = await Promise.all([
    Promise.all(
      TEXT_ROOMS.map(async (room) => {
        const { docs } = await getRoomPostsCollection(firestore, room)
          .where('uid', '==', uid)
          .get();
        return {
          docs,
          syncedFrom: docs.length === 0 ? 0 : await readRetentionStart(firestore, room),
        };
      }),
    ),
    firestore.collection('networkMembers').where('blocked', 'array-contains', uid).get(),
    firestore.collection('postLikes').where('uid', '==', uid).select('post').get(),
  ]);
  const writer = firestore.bulkWriter();
  const writes: Promise<unknown>[] = [];
  for (const { docs, syncedFrom } of postsByRoom)
    for (const document of docs) {
      const post = parsePost(document);
      if (post?.open !== true) continue;
      const updatedAt = post.createdAt >= syncedFrom ? now : post.updatedAt;
      const erased = toStoredPost(erasePost(post, 'deleted', null, updatedAt));
      writes.push(writer.set(document.ref, erased));
    }
  for (const { id } of blockers.docs) {
    const fields = { blocked: FieldValue.arrayRemove(uid) };
    writes.push(writer.update(networkMemberRef(firestore, id), fields).catch(ignoreStaleWrite));
  }
  for (const { ref } of likes.docs)
    writes.push(writer.update(ref, { on: false }).catch(ignoreStaleWrite));
  await Promise.all([...writes, writer.close()]);
  return new Set(likes.docs.flatMap((like) => [String(like.get('post'))]));
}

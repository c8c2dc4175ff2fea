import { emptied, WRITTEN_ROOMS } from '@quantalgo/contracts/network/post';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { networkMemberRef, postIn, postsIn, storedPost } from './documents';
import { keptFrom } from './updates';

/**
 * Empties all open posts of a member who is being erased, so that devices that have them learn of it and answers keep
 * their place, and takes the member off the lists of those who hide them. What names the member is deleted by the
 * registry of collections. It can be repeated. Posts that are older than what devices keep don't count as changed: they
 * would push newer changes out of what devices are brought.
 * @param now epoch ms
 * @returns the posts that the member likes, whose likes are to be counted again once the member's are deleted
 */
export async function emptyPosts(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<ReadonlySet<string>> {
  const [written, hiding, likes] = await Promise.all([
    Promise.all(
      WRITTEN_ROOMS.map(async (room) => {
        const { docs } = await postsIn(firestore, room).where('uid', '==', uid).get();
        return { docs, syncedFrom: docs.length === 0 ? 0 : await keptFrom(firestore, room) };
      }),
    ),
    firestore.collection('networkMembers').where('blocked', 'array-contains', uid).get(),
    firestore.collection('postLikes').where('uid', '==', uid).select('post').get(),
  ]);
  const writer = firestore.bulkWriter();
  for (const { docs, syncedFrom } of written)
    for (const document of docs) {
      const post = postIn(document);
      if (post?.open !== true) continue;
      const updatedAt = post.createdAt >= syncedFrom ? now : post.updatedAt;
      void writer.set(document.ref, storedPost(emptied(post, 'deleted', null, updatedAt)));
    }
  for (const { id } of hiding.docs)
    void writer.update(networkMemberRef(firestore, id), { blocked: FieldValue.arrayRemove(uid) });
  await writer.close();
  return new Set(likes.docs.flatMap((like) => [String(like.get('post'))]));
}

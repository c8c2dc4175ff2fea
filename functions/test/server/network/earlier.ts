import { randomUUID } from 'node:crypto';
import type { WrittenRoom } from '@quantalgo/contracts/network/post';
import type { Firestore } from 'firebase-admin/firestore';
import { postRef, storedPost } from '../../../src/platform/network/documents';

interface Given {
  readonly room: WrittenRoom;
  readonly uid: string;
  /** When the first of them was written (epoch ms), the others a millisecond after each other. */
  readonly from: number;
  /** When all of them were changed (epoch ms); as they were written if absent. */
  readonly changed?: number;
  readonly likes?: number;
}

/** Posts as they were written before a test. @returns their ids, the oldest first */
export async function writtenEarlier(
  firestore: Firestore,
  { room, uid, from, changed, likes = 0 }: Given,
  ids: readonly string[] | number = 1,
): Promise<readonly string[]> {
  const named = typeof ids === 'number' ? Array.from({ length: ids }, () => randomUUID()) : ids;
  const batch = firestore.batch();
  for (const [index, id] of named.entries()) {
    const createdAt = from + index;
    const post = storedPost({
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
  return named;
}

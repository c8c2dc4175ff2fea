import type { AdminUser } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { rowOf } from './userRows';

/** What a search finds by each of its three fields at most. */
const MOST = 18;

/** Behind every text that begins alike. */
const END = '\uf8ff';

/** Members whose address, full name or admission code begins with `text`, in any case; newest first. */
export async function searchUsers(firestore: Firestore, text: string): Promise<AdminUser[]> {
  const users = firestore.collection('users');
  const lower = text.toLowerCase();
  const upper = text.toUpperCase();
  const found = await Promise.all([
    users
      .where('email', '>=', lower)
      .where('email', '<', lower + END)
      .limit(MOST)
      .get(),
    users
      .where('nameLower', '>=', lower)
      .where('nameLower', '<', lower + END)
      .limit(MOST)
      .get(),
    users
      .where('admissionCode', '>=', upper)
      .where('admissionCode', '<', upper + END)
      .limit(MOST)
      .get(),
  ]);
  const documents = new Map(found.flatMap(({ docs }) => docs.map((user) => [user.id, user])));
  const rows = [...documents.values()].flatMap((user) => rowOf(user) ?? []);
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

import { dayOfSlot, NEWS_A_DAY, type News, slotId, DAY_MS } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { ALL_KEYS } from '../../domain/pushDelivery';
import { broadcastFields, broadcastOf, broadcastsIn } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';

/** News expire after this time (ms). */
const PUSH_VALID_MS = DAY_MS;

/** The ids of the broadcasts of news of the UTC day at `at` (epoch ms): as many as may be sent. */
const namesOf = (at: number): string[] => {
  const day = dayOfSlot(slotId(at));
  return Array.from({ length: NEWS_A_DAY }, (_, index) => `news-${day}-${index + 1}`);
};

/** News ordered by a member of staff. */
interface NewsOrder {
  readonly news: News;
  /** Uid of the member of staff. */
  readonly by: string;
  /** Idempotency key: the same order again changes nothing. */
  readonly key: string;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Queues news for the devices of members who want them, and records that in the audit.
 * @returns false where the day's number is used up
 */
export function queueNews(
  firestore: Firestore,
  { news, by, key, now }: NewsOrder,
): Promise<boolean> {
  const [before, today] = [namesOf(now - DAY_MS), namesOf(now)];
  return firestore.runTransaction(async (transaction) => {
    const names = [...before, ...today];
    const documents = await transaction.getAll(
      ...names.map((name) => broadcastsIn(firestore).doc(name)),
    );
    if (documents.some((document) => broadcastOf(document)?.news?.key === key)) return true;
    const free = documents.find(({ id, exists }) => today.includes(id) && !exists);
    if (!free) return false;
    const named = { ...news, id: free.id, key };
    const validUntil = now + PUSH_VALID_MS;
    const order = { event: 'news', signal: slotId(now), news: named, validUntil } as const;
    transaction.create(free.ref, broadcastFields({ ...order, ...ALL_KEYS }, now));
    const reason = `to ${news.audience}: ${news.title}`;
    recordStaffAction(firestore, transaction, { by, uid: null, action: 'news sent', reason, now });
    return true;
  });
}

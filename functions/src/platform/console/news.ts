import { NEWS_A_DAY, type News } from '@quantalgo/contracts/console/console';
import { slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { dayOfSlot } from '@quantalgo/contracts/record/inventory';
import type { Firestore } from 'firebase-admin/firestore';
import { ALL_KEYS } from '../../domain/push/delivery';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { broadcastFields, broadcastsIn } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';

/** News expire after this time (ms). */
const PUSH_VALID_MS = DAY_MS;

/** The ids of the broadcasts of news of the UTC day at `at` (epoch ms): as many as may be sent. */
const namesOf = (at: number): string[] => {
  const day = dayOfSlot(slotId(at));
  return Array.from({ length: NEWS_A_DAY }, (_, index) => `news-${day}-${index + 1}`);
};

/**
 * Queues news for the devices of members who want them, once for the call's key, and records that in the audit.
 * @param now epoch ms
 * @returns false where the day's number is used up
 * @throws KeyReusedError
 */
export function queueNews(
  firestore: Firestore,
  news: News,
  call: IdempotentCall,
  now: number,
): Promise<boolean> {
  const { uid: by, key } = call;
  return firestore.runTransaction(async (transaction) => {
    if (await isRepeated(firestore, transaction, call)) return true;
    const documents = await transaction.getAll(
      ...namesOf(now).map((name) => broadcastsIn(firestore).doc(name)),
    );
    const free = documents.find(({ exists }) => !exists);
    if (!free) return false;
    rememberCall(firestore, transaction, call, now);
    const named = { ...news, id: free.id, key };
    const validUntil = now + PUSH_VALID_MS;
    const order = { event: 'news', signal: slotId(now), news: named, validUntil } as const;
    transaction.create(free.ref, broadcastFields({ ...order, ...ALL_KEYS }, now));
    const reason = `to ${news.audience}: ${news.title}`;
    recordStaffAction(firestore, transaction, { by, uid: null, action: 'news sent', reason, now });
    return true;
  });
}

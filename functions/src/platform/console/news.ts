import { MAX_NEWS_PER_DAY, type News } from '@quantalgo/contracts/console/console';
import { getSlotDay, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Firestore } from 'firebase-admin/firestore';
import { ALL_KEYS } from '../../domain/push/delivery';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { toBroadcastFields, getBroadcastsCollection } from '../core/queues';
import { recordStaffAction } from '../core/staffActions';

const NEWS_PUSH_TTL_MS = DAY_MS;

const getBroadcastIds = (at: number): string[] => {
  const day = getSlotDay(slotId(at));
  return Array.from({ length: MAX_NEWS_PER_DAY }, (_, index) => `news-${day}-${index + 1}`);
};

/** Idempotent. @returns false if the day's limit is reached @throws KeyReusedError */
export function queueNews(
  firestore: Firestore,
  news: News,
  call: IdempotentCall,
  now: number,
): Promise<boolean> {
  const { uid: by, key } = call;
  return firestore.runTransaction(async (transaction) => {
    if (await wasCallApplied(firestore, transaction, call)) return true;
    const documents = await transaction.getAll(
      ...getBroadcastIds(now).map((name) => getBroadcastsCollection(firestore).doc(name)),
    );
    const freeSlot = documents.find(({ exists }) => !exists);
    if (!freeSlot) return false;
    rememberCall(firestore, transaction, call, now);
    const content = { ...news, id: freeSlot.id, key };
    const validUntil = now + NEWS_PUSH_TTL_MS;
    const order = { event: 'news', signal: slotId(now), news: content, validUntil } as const;
    transaction.create(freeSlot.ref, toBroadcastFields({ ...order, ...ALL_KEYS }, now));
    const reason = `to ${news.audience}: ${news.title}`;
    recordStaffAction(firestore, transaction, { by, uid: null, action: 'news sent', reason, now });
    return true;
  });
}

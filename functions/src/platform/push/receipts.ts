import { getSlotDay, slotId } from '@quantalgo/contracts/core/slots';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { pushDelaysDocument, pushSubscriptionDocument } from '../../collections/push';
import { COLLECTIONS } from '../../collections/collections';
import { getDelayBucket } from '../core/delayHistogram';
import { parseDocument, readAll } from '../core/documents';
import type { Digester } from '../core/secrets';
import { getSubscriptionsCollection } from '../auth/pushSubscriptions';

interface Receipt {
  readonly push: string;
  readonly row: string;
  readonly sentAt: number;
}

const SIGNATURE_LENGTH = 24;

const signReceipt = (pushSecrets: Digester, text: string) =>
  pushSecrets.digest('push receipt', text).slice(0, SIGNATURE_LENGTH);

export function createReceipt(pushSecrets: Digester, { push, row, sentAt }: Receipt): string {
  const text = `${push}.${row}.${sentAt}`;
  return `${text}.${signReceipt(pushSecrets, text)}`;
}

export function parseReceipt(pushSecrets: Digester, receipt: string): Receipt | null {
  const [push = '', row = '', sentAt = '', ...signature] = receipt.split('.');
  const expected = createReceipt(pushSecrets, { push, row, sentAt: Number(sentAt) });
  const isGenuine = signature.length === 1 && expected === receipt;
  return isGenuine ? { push, row, sentAt: Number(sentAt) } : null;
}

/** Counters per day, because many devices report within the same few seconds. */
export const RECEIPT_SHARDS = 8;

/** A later display reflects the device's state, not the speed of our delivery. */
const RECEIPT_TTL_MS = 60 * 60_000;

export type ShownCounts = z.infer<typeof pushDelaysDocument>;

const lastShownSchema = z.pick(pushSubscriptionDocument, { lastShown: true });

/**
 * Adds the delay from sending to display to the UTC day's histogram. Ignores repeated receipts only
 * for the push that the device reported last.
 * @param shard below {@link RECEIPT_SHARDS}
 * @returns false if it repeats the device's last receipt, came too late, or the device is no longer
 * registered
 */
export async function countShown(
  firestore: Firestore,
  { push, row, sentAt }: Receipt,
  { tookMs, shard }: { readonly tookMs: number; readonly shard: number },
): Promise<boolean> {
  if (tookMs > RECEIPT_TTL_MS) return false;
  const day = getSlotDay(slotId(sentAt));
  const counters = firestore.doc(`pushDelays/${day}-${shard}`);
  const device = getSubscriptionsCollection(firestore).doc(row);
  return firestore.runTransaction(async (transaction) => {
    const [snapshot, stored] = await readAll(transaction, device, counters);
    const subscription = parseDocument(lastShownSchema, snapshot);
    if (!subscription || subscription.lastShown === push) return false;
    const previous = parseDocument(pushDelaysDocument, stored) ?? { day, shown: 0, delays: {} };
    const delayBucket = getDelayBucket(tookMs);
    const delays = { ...previous.delays, [delayBucket]: (previous.delays[delayBucket] ?? 0) + 1 };
    const expireAt = Timestamp.fromMillis(sentAt + COLLECTIONS.pushDelays.retentionMs);
    transaction.set(counters, { day, shown: previous.shown + 1, delays, expireAt });
    transaction.update(device, { lastShown: push });
    return true;
  });
}

export async function readShownCounts(firestore: Firestore, days: number): Promise<ShownCounts[]> {
  const query = firestore
    .collection('pushDelays')
    .orderBy('day', 'desc')
    .limit(days * RECEIPT_SHARDS);
  const byDay = new Map<string, ShownCounts>();
  for (const document of (await query.get()).docs) {
    const shardCounts = parseDocument(pushDelaysDocument, document);
    const total = byDay.get(shardCounts.day) ?? { day: shardCounts.day, shown: 0, delays: {} };
    const delays = { ...total.delays };
    for (const [name, count] of Object.entries(shardCounts.delays))
      delays[name] = (delays[name] ?? 0) + count;
    byDay.set(shardCounts.day, {
      day: shardCounts.day,
      shown: total.shown + shardCounts.shown,
      delays,
    });
  }
  return [...byDay.values()].slice(0, days);
}

import { DEFAULT_PUSH, type Subscription } from '@quantalgo/contracts';
import {
  subscriptionFields,
  subscriptionId,
} from '@quantalgo/functions/platform/members/pushSubscriptions';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { makeUpMembers } from '../suite/accounts';

const deviceOf = (uid: string, { endpoint, keys }: Subscription, now: number) => ({
  uid,
  // A session that begins later than its account, as the emulator tells when that was.
  authTime: Math.ceil(Date.now() / 1000) + 60,
  endpoint,
  keys,
  zone: 'Africa/Lagos',
  preferences: { ...DEFAULT_PUSH, quiet: null },
  pausedUntil: null,
  signals: 'all' as const,
  today: { day: '', told: 0 },
  createdAt: now,
  seenAt: now,
});

/**
 * Makes up essential members, and devices of theirs that are told every signal at whatever hour.
 * @param subscribe gives the subscription of one more browser
 * @param now epoch ms
 */
export async function makeUpDevices(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  subscribe: () => Subscription,
  given: { readonly devices: number; readonly members: number; readonly now: number },
): Promise<void> {
  const { devices, members, now } = given;
  const { uids } = await makeUpMembers({ auth, firestore }, members, now);
  const writer = firestore.bulkWriter({ throttling: false });
  for (let made = 0; made < devices; made += 1) {
    const uid = uids[made % members] ?? '';
    const subscription = subscribe();
    const row = firestore.doc(`pushSubscriptions/${subscriptionId(subscription)}`);
    void writer.set(row, subscriptionFields(deviceOf(uid, subscription, now), now));
  }
  await writer.close();
}

import { DEFAULT_PUSH, type Subscription } from '@quantalgo/contracts';
import { rowFields, rowId } from '@quantalgo/functions/platform/push/rows';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';

const memberOf = (uid: string, now: number) => ({
  fullName: 'Ada Obi',
  nameLower: 'ada obi',
  email: `${uid}@example.test`,
  admissionCode: 'QA-7F3K2P',
  tier: 'essential',
  dashboardUnlocked: true,
  hasDeposited: true,
  staff: false,
  accessVersion: 1,
  accessPath: null,
  codeActivated: false,
  createdAt: Timestamp.fromMillis(now),
  lockExpiresAt: null,
});

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
  const uids = Array.from({ length: members }, (_, index) => `made-up-${index}`);
  await auth.importUsers(uids.map((uid) => ({ uid })));
  const writer = firestore.bulkWriter({ throttling: false });
  const write = (collection: string, id: string, data: object) =>
    void writer.set(firestore.collection(collection).doc(id), data);
  for (const uid of uids) write('users', uid, memberOf(uid, now));
  for (let made = 0; made < devices; made += 1) {
    const uid = uids[made % members] ?? '';
    const subscription = subscribe();
    const fields = rowFields(deviceOf(uid, subscription, now), now);
    write('pushSubscriptions', rowId(subscription), fields);
  }
  await writer.close();
}

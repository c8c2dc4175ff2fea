import { DEFAULT_PUSH, type Subscription } from '@quantalgo/contracts';
import { rowFields, rowId } from '@quantalgo/functions/platform/push/rows';
import type { Auth } from 'firebase-admin/auth';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';

const ACCOUNTS_AT_ONCE = 500;
const DOCUMENTS_AT_ONCE = 400;

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
 * Makes up essential members with one device each that is told every signal, at whatever hour.
 * @param subscribe gives the subscription of one more browser
 * @param now epoch ms
 */
export async function makeUpDevices(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  subscribe: () => Subscription,
  { devices, now }: { readonly devices: number; readonly now: number },
): Promise<void> {
  const uids = Array.from({ length: devices }, (_, index) => `made-up-${index}`);
  for (let from = 0; from < devices; from += ACCOUNTS_AT_ONCE)
    await auth.importUsers(uids.slice(from, from + ACCOUNTS_AT_ONCE).map((uid) => ({ uid })));
  for (let from = 0; from < devices; from += DOCUMENTS_AT_ONCE / 2) {
    const batch = firestore.batch();
    for (const uid of uids.slice(from, from + DOCUMENTS_AT_ONCE / 2)) {
      const subscription = subscribe();
      const row = firestore.collection('pushSubscriptions').doc(rowId(subscription));
      batch.set(row, rowFields(deviceOf(uid, subscription, now), now));
      batch.set(firestore.collection('users').doc(uid), memberOf(uid, now));
    }
    await batch.commit();
  }
}

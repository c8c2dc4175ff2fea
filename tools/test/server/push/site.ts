import { randomUUID } from 'node:crypto';
import type { Tier } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import type { Audience } from '@quantalgo/contracts/signals/signal';
import { credentialRef, toCredentialFields } from '@quantalgo/functions/platform/auth/credentials';
import type { PushDeps } from '@quantalgo/functions/platform/push/deliver';
import { queueSignal } from '@quantalgo/functions/platform/core/queues';
import { createPushSender } from '@quantalgo/functions/platform/push/sender';
import {
  changeSubscription,
  registerSubscription,
} from '@quantalgo/functions/platform/push/subscriptions';
import { toSessionFields } from '@quantalgo/functions/platform/auth/sessions';
import type { TaskQueue } from '@quantalgo/functions/platform/core/taskQueues';
import { createSecrets } from '@quantalgo/functions/platform/core/secrets';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { fakeTaskQueue } from '../../../../functions/test/fakeTaskQueue';
import { signalDocument } from '../../../../functions/test/server/signals/signalDocuments';
import type { PushService } from '../../fixtures/pushService';
import { LOCAL_PUSH_KEYS } from '../../../src/suite/environment';
import { getPorts, readOffset } from '../../../src/suite/ports';
import { clearDatabase } from '../../../src/suite/services';

/** Noon in West Africa, outside of quiet hours. */
export const NOON = Date.parse('2026-11-20T11:00:00Z');
const toTimestamp = (time: number) => Timestamp.fromMillis(time);

export function openSite(project: string, tasks: TaskQueue = fakeTaskQueue()) {
  const database = initializeApp({ projectId: project }, randomUUID());
  const firestore = getFirestore(database);
  const accounts = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? '' }, randomUUID());
  const deps = (clock: () => number): PushDeps => ({
    firestore,
    pushSecrets: createSecrets('the key of a test, long enough to be one'),
    tasks,
    clock,
    send: createPushSender({ ...LOCAL_PUSH_KEYS, subject: 'mailto:owner@quantalgo.test' }),
    sleep: () => Promise.resolve(),
  });
  return {
    firestore,
    auth: getAuth(accounts),
    log: console,
    deps,
    close: async () => {
      await Promise.all([deleteApp(accounts), deleteApp(database)]);
    },
  };
}
export const clearSite = (project: string): Promise<void> =>
  clearDatabase(getPorts(readOffset(process.env['PORT_OFFSET'], 1000)), project);

export type Site = ReturnType<typeof openSite>;

export async function createMember({ firestore }: Site, tier: Tier): Promise<string> {
  const uid = randomUUID();
  await firestore.doc(`users/${uid}`).set({
    fullName: 'Ada Obi',
    email: `${uid}@quantalgo.test`,
    admissionCode: 'QA-7F3K2P',
    tier,
    dashboardUnlocked: tier !== 'guest',
    hasDeposited: tier !== 'guest',
    staff: false,
    accessVersion: 1,
    accessPath: null,
    codeActivated: false,
    createdAt: toTimestamp(NOON),
    lockExpiresAt: null,
  });
  await credentialRef(firestore, uid).set(toCredentialFields(null, NOON));
  return uid;
}

/** `zone` is an IANA name. */
export async function addDevice(
  { firestore }: Site,
  service: PushService,
  uid: string,
  preferences: Partial<typeof DEFAULT_PUSH> = {},
  zone = 'Africa/Lagos',
) {
  const session = { uid, sid: randomUUID() };
  await firestore.doc(`sessions/${session.sid}`).set(toSessionFields(uid, NOON, true));
  const subscription = service.subscribe();
  const registration = { session, subscription, zone, replaces: undefined };
  const row = await registerSubscription(firestore, registration, NOON);
  if (row === 'taken') throw new Error('A new subscription is nobody’s');
  const allPreferences = { ...DEFAULT_PUSH, ...preferences };
  await changeSubscription(firestore, row, { preferences: allPreferences });
  return { ...session, id: row.id, endpoint: subscription.endpoint };
}

/** `slot` in epoch ms. @returns the broadcast's id */
export async function publishSignal(
  firestore: Firestore,
  slot: number,
  audience: Audience,
): Promise<string> {
  await firestore.doc(`signals/${slotId(slot)}`).set(signalDocument(slot, audience));
  const signal = slotId(slot);
  const broadcast = { signal, validUntil: slot + SLOT_MS };
  await firestore.runTransaction((transaction) => {
    queueSignal(firestore, transaction, broadcast, slot + 800);
    return Promise.resolve();
  });
  return signal;
}

import { getPushesCollection, toPushFields } from '@quantalgo/functions/platform/core/queues';
import { queueSessionReminders } from '@quantalgo/functions/platform/live/reminders';
import { resumeDuePushes } from '@quantalgo/functions/platform/push/resume';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPushService, type PushService } from '../../fixtures/pushService';
import {
  addDevice,
  clearSite,
  createMember,
  NOON,
  openSite,
  publishSignal,
  type Site,
} from './site';

const PROJECT = 'demo-push-resume';
const deps = () => site.deps(() => NOON + 1000);

let site: Site;
let service: PushService;

beforeAll(() => {
  site = openSite(PROJECT);
});
beforeEach(async () => {
  await clearSite(PROJECT);
  service = await startPushService();
});
afterEach(() => service.close());
afterAll(() => site.close());

it('sends due pushes and broadcasts even if session reminders fail', async () => {
  const { firestore } = site;
  const uid = await createMember(site, 'starter');
  await addDevice(site, service, uid);
  await getPushesCollection(firestore).add(toPushFields({ event: 'access', uid }, NOON));
  await publishSignal(firestore, NOON, 'basic');
  await firestore.doc('liveCalendar/plans').set({ plans: 'unreadable' });
  await expect(resumeDuePushes(deps(), queueSessionReminders)).rejects.toThrow(
    /liveCalendar\/plans doesn’t match/,
  );
  expect(service.received.map(({ payload }) => payload.event).sort()).toEqual(['access', 'signal']);
});

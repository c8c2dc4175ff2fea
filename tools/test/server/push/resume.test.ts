import { DAY_MS } from '@quantalgo/contracts/core/time';
import {
  getPushesCollection,
  parsePush,
  toPushFields,
} from '@quantalgo/functions/platform/core/queues';
import { queueSessionReminders } from '@quantalgo/functions/platform/live/reminders';
import { deliverDuePushes } from '@quantalgo/functions/platform/push/deliver';
import { resumeDuePushes } from '@quantalgo/functions/platform/push/resume';
import { Timestamp } from 'firebase-admin/firestore';
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

it('drops all expired pushes and sends all others in one run', async () => {
  const { firestore } = site;
  const uid = await createMember(site, 'starter');
  await addDevice(site, service, uid);
  const pushes = getPushesCollection(firestore);
  const queue = (count: number, at: number) =>
    Promise.all(
      Array.from({ length: count }, () => pushes.add(toPushFields({ event: 'ticket', uid }, at))),
    );
  await queue(250, NOON - 2 * DAY_MS);
  await queue(45, NOON);
  const [interrupted] = await queue(1, NOON);
  await interrupted?.update({ state: 'sending', attempts: 1, dueAt: Timestamp.fromMillis(NOON) });
  const states = await deliverDuePushes(deps());
  const countStates = (state: string) => states.filter((one) => one === state).length;
  expect([countStates('expired'), countStates('sent')]).toEqual([250, 46]);
  expect(service.received).toHaveLength(46);
  const { docs } = await pushes.get();
  const unfinished = docs.map(parsePush).filter((push) => push?.dueAt !== null || !push.attempts);
  expect(unfinished).toEqual([]);
});

it('drops expired pushes even if one of them can’t be read', async () => {
  const { firestore } = site;
  const uid = await createMember(site, 'starter');
  const pushes = getPushesCollection(firestore);
  await pushes.doc('unreadable').set({ dueAt: Timestamp.fromMillis(0) });
  await pushes.doc('expired').set(toPushFields({ event: 'ticket', uid }, NOON - 2 * DAY_MS));
  await expect(deliverDuePushes(deps())).rejects.toThrow(/pushes\/unreadable doesn’t match/);
  expect((await pushes.doc('expired').get()).get('state')).toBe('expired');
});

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

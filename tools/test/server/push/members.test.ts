import { randomUUID } from 'node:crypto';
import type { NewsAudience } from '@quantalgo/contracts/console/console';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { queueNews } from '@quantalgo/functions/platform/console/news';
import { createIdempotentCall } from '@quantalgo/functions/platform/core/idempotency';
import {
  getBroadcastsCollection,
  toPushFields,
  getPushesCollection,
} from '@quantalgo/functions/platform/core/queues';
import {
  getPacksCollection,
  hashMemberKey,
  parseDevices,
} from '@quantalgo/functions/platform/account/pushPacks';
import { changeAccount } from '@quantalgo/functions/platform/account/users';
import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import { deliverPush, type PushDeps } from '@quantalgo/functions/platform/push/deliver';
import { rebuildPacks } from '@quantalgo/functions/platform/push/rebuildPacks';
import { FieldPath } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, startPushService, type PushService } from '../../fixtures/pushService';
import { addDevice, clearSite, createMember, NOON, openSite, type Site } from './site';

const PROJECT = 'demo-push-members';

let site: Site;
let service: PushService;
let answer: Answer = () => undefined;

beforeAll(() => {
  site = openSite(PROJECT);
});
beforeEach(async () => {
  await clearSite(PROJECT);
  service = await startPushService((endpoint, nth) => answer(endpoint, nth));
});
afterEach(async () => {
  answer = () => undefined;
  await service.close();
});
afterAll(() => site.close());

const notified = () => service.received.map(({ endpoint }) => endpoint).sort();
const deps = (now = NOON + 1000) => site.deps(() => now);

/** A member's device, of one who wants news unless told otherwise. */
async function listening(tier: 'guest' | 'starter', marketing = true, preferences = {}) {
  const uid = await createMember(site, tier);
  const device = await addDevice(site, service, uid, preferences);
  await changeAccount(
    site.firestore,
    { uid, change: { notifications: { marketing } }, call: null },
    NOON,
  );
  return device;
}

async function sendNews(
  audience: NewsAudience,
  now = NOON,
  sleep: PushDeps['sleep'] = () => Promise.resolve(),
) {
  const news = { title: 'A new course', text: 'It opens on Monday.', to: '/dashboard', audience };
  const call = createIdempotentCall('amina', randomUUID(), 'sendNews', news);
  await queueNews(site.firestore, news, call, now);
  const { docs } = await getBroadcastsCollection(site.firestore).where('event', '==', 'news').get();
  const states = await Promise.all(
    docs.map(({ id }) => deliverBroadcast({ ...deps(now + 1000), sleep }, id)),
  );
  return states.filter((state) => state !== null);
}

describe('staff news', () => {
  it.each(['guests', 'members', 'all'] as const)(
    'are sent once to %s who turned them on',
    async (audience) => {
      const guest = await listening('guest');
      const member = await listening('starter');
      await listening('starter', false);
      expect(await sendNews(audience)).toEqual(['sent']);
      const expected = {
        guests: [guest.endpoint],
        members: [member.endpoint],
        all: [guest.endpoint, member.endpoint],
      };
      expect(notified()).toEqual(expected[audience].sort());
      expect(service.received[0]).toMatchObject({
        urgency: 'normal',
        payload: { event: 'news', title: 'A new course', body: 'It opens on Monday.', until: null },
      });
    },
  );

  it('are silent in quiet hours, and on devices with everything else silent', async () => {
    await listening('starter', true, { quiet: { from: 11 * 60, to: 13 * 60 } });
    await listening('starter', true, {
      signal: 'silent',
      access: 'silent',
      ticket: 'silent',
    });
    await sendNews('all');
    expect(service.received.map(({ payload }) => payload.silent)).toEqual([true, true]);
  });

  it('reach a device again after its outdated pack was rebuilt', async () => {
    const { id, endpoint } = await listening('starter');
    const { docs } = await getPacksCollection(site.firestore).get();
    for (const { ref } of docs) await ref.update(new FieldPath('devices', id, 'news'), 'none');
    await sendNews('all');
    expect(notified()).toEqual([]);
    expect(await rebuildPacks(site.firestore, NOON)).toBe(1);
    await sendNews('all', NOON + HOUR_MS);
    expect(notified()).toEqual([endpoint]);
  });
});

describe('rebuilt pack', () => {
  it('drops ended devices and corrects the member’s others', async () => {
    const uid = await createMember(site, 'starter');
    const ended = await addDevice(site, service, uid);
    const active = await addDevice(site, service, uid);
    const reference = getPacksCollection(site.firestore).doc(hashMemberKey(uid).slice(0, 1));
    await reference.update(new FieldPath('devices', active.id, 'signals'), 'all');
    await site.firestore.doc(`sessions/${ended.sid}`).delete();
    expect(await rebuildPacks(site.firestore, NOON)).toBe(1);
    const { devices } = parseDevices(await reference.get());
    expect(devices).toMatchObject([{ id: active.id, signals: 'basic' }]);
    expect(await rebuildPacks(site.firestore, NOON)).toBe(0);
  });
});

describe('security push', () => {
  const queue = async (about: string, uid: string, at = NOON) => {
    const order = { event: 'security', uid, about, validUntil: at + HOUR_MS } as const;
    const { id } = await getPushesCollection(site.firestore).add(toPushFields(order, at));
    return deliverPush(deps(at + 1000), id);
  };

  it('is sent to devices registered before the event, with the time in the member’s zone', async () => {
    const uid = await createMember(site, 'guest');
    await site.firestore.doc(`users/${uid}`).update({ zone: 'utc' });
    const before = await addDevice(site, service, uid);
    const later = await addDevice(site, service, uid);
    await site.firestore
      .doc(`pushSubscriptions/${later.id}`)
      .update({ createdAt: new Date(NOON + 5000) });
    expect(await queue('new-login', uid)).toBe('sent');
    expect(service.received).toMatchObject([
      {
        endpoint: before.endpoint,
        urgency: 'high',
        payload: {
          event: 'security',
          title: 'A new device logged in',
          body: 'At 11:00 UTC. Not you? Log it out and set a new password.',
          to: '/dashboard/settings#devices',
          silent: false,
        },
      },
    ]);
  });

  it('is sent for a changed second factor, but not for an unknown event', async () => {
    const uid = await createMember(site, 'starter');
    await addDevice(site, service, uid);
    await queue('second-factor', uid);
    await queue('<b>typed by a stranger</b>', uid);
    expect(service.received.map(({ payload }) => payload.title)).toEqual([
      'Your second factor has changed',
    ]);
  });

  it('never replaces an undelivered one, unlike access changes', async () => {
    const uid = await createMember(site, 'starter');
    await addDevice(site, service, uid);
    const ids: string[] = [];
    for (const [event, about] of [
      ['security', 'new-login'],
      ['security', 'telegram-linked'],
      ['access', null],
      ['access', null],
    ] as const) {
      const order = toPushFields({ event, uid, about }, NOON);
      const { id } = await getPushesCollection(site.firestore).add(order);
      await deliverPush(deps(), id);
      ids.push(id);
    }
    const [login, link] = ids;
    expect(service.received.map(({ topic }) => topic)).toEqual([login, link, 'access', 'access']);
    expect(service.received.map(({ payload }) => payload.id)).toEqual(ids);
  });

  it('is not sent if the member turned it off', async () => {
    const uid = await createMember(site, 'starter');
    await addDevice(site, service, uid);
    await changeAccount(
      site.firestore,
      { uid, change: { notifications: { security: false } }, call: null },
      NOON,
    );
    await queue('new-login', uid);
    expect(service.received).toEqual([]);
  });
});

describe('retry requested by a push service', () => {
  const ask = (seconds: number) => {
    answer = (_, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': String(seconds) } } : undefined;
  };
  const queue = async (uid: string) => {
    const order = { event: 'access', uid, about: null, validUntil: NOON + 6 * HOUR_MS } as const;
    return (await getPushesCollection(site.firestore).add(toPushFields(order, NOON))).id;
  };

  it.each([
    [50, [50_000], { state: 'sent', sent: 1, failed: 0, dueAt: null }],
    [3600, [], { state: 'sent', sent: 0, failed: 1, dueAt: null }],
  ])('after %i s takes place only if it is due within 50 s', async (seconds, waits, result) => {
    const { uid } = await listening('starter');
    const sleep = vi.fn((_: number) => Promise.resolve());
    ask(seconds);
    await sendNews('all', NOON, sleep);
    const news = await getBroadcastsCollection(site.firestore).get();
    expect(news.docs.map((document) => document.data())).toMatchObject([result]);
    service.calls.clear();
    const id = await queue(uid);
    await deliverPush({ ...deps(), sleep }, id);
    const push = await getPushesCollection(site.firestore).doc(id).get();
    expect(push.data()).toMatchObject(result);
    expect(sleep.mock.calls.flat()).toEqual([...waits, ...waits]);
  });
});

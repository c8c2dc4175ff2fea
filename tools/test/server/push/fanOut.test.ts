import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import { pushPackDocument } from '@quantalgo/functions/collections/push';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { changeAccount, MemberGoneError } from '@quantalgo/functions/platform/account/users';
import { endAllSessions } from '@quantalgo/functions/platform/auth/endSessions';
import { beginDeletion } from '@quantalgo/functions/platform/privacy/erase';
import {
  deliverDueBroadcasts,
  deliverBroadcast,
} from '@quantalgo/functions/platform/push/broadcast';
import { deliverPush } from '@quantalgo/functions/platform/push/deliver';
import {
  getBroadcastsCollection,
  toPushFields,
  getPushesCollection,
} from '@quantalgo/functions/platform/core/queues';
import { hashMemberKey, getPacksCollection } from '@quantalgo/functions/platform/account/pushPacks';
import { endDevice, endSession } from '@quantalgo/functions/platform/auth/sessions';
import { rebuildPacks } from '@quantalgo/functions/platform/push/rebuildPacks';
import {
  changeSubscription,
  registerSubscription,
} from '@quantalgo/functions/platform/push/subscriptions';
import { getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeTaskQueue } from '../../../../functions/test/fakeTaskQueue';
import { createFakeDevices, startCountingService } from '../../fixtures/devices';
import { startPushService, type Answer, type PushService } from '../../fixtures/pushService';
import { LOCAL_PUSH_KEYS } from '../../../src/suite/environment';
import {
  addDevice,
  clearSite,
  createMember,
  NOON,
  openSite,
  publishSignal,
  type Site,
} from './site';

const PROJECT = 'demo-push-fan-out';
const MOMENT = NOON + 1000;

type Device = Awaited<ReturnType<typeof addDevice>>;

const tasks = fakeTaskQueue();
let site: Site;
let service: PushService;
let answer: Answer = () => undefined;

beforeAll(() => {
  site = openSite(PROJECT, tasks);
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
const deps = (now = MOMENT) => site.deps(() => now);
const getPack = (uid: string) =>
  getPacksCollection(site.firestore).doc(hashMemberKey(uid).slice(0, 1));
const rowsLeft = async () => (await site.firestore.collection('pushSubscriptions').get()).size;
const publish = (slot = NOON, audience: 'basic' | 'order-flow' = 'basic') =>
  publishSignal(site.firestore, slot, audience);

describe('signal push', () => {
  it('is sent to each eligible device: encrypted, signed by the site and valid until the entry', async () => {
    const starter = await addDevice(site, service, await createMember(site, 'starter'));
    await addDevice(site, service, await createMember(site, 'guest'));
    const push = await publish();
    expect(await deliverBroadcast(deps(), push)).toBe('sent');
    expect(service.received).toMatchObject([
      {
        endpoint: starter.endpoint,
        ttl: (SLOT_MS - 1000) / 1000,
        urgency: 'high',
        topic: slotId(NOON),
        vapid: {
          aud: service.url,
          sub: 'mailto:owner@quantalgo.test',
          key: LOCAL_PUSH_KEYS.publicKey,
        },
        payload: {
          id: push,
          event: 'signal',
          title: 'Paper only: EUR/USD CALL',
          body: 'Enter at 12:05, valid until 12:05:30 WAT.',
          to: `/dashboard/signals/${slotId(NOON)}`,
          until: getEntryWindowEnd(NOON),
          silent: true,
        },
      },
    ]);
    expect(service.received[0]?.bytes).toBeLessThan(1000);
  });

  it.each([
    ['utc', '11:05, valid until 11:05:30 UTC'],
    ['device', '16:35, valid until 16:35:30 UTC+5:30'],
    ['mars', '12:05, valid until 12:05:30 WAT'],
    [undefined, '12:05, valid until 12:05:30 WAT'],
  ])('states times in the zone that the member chose: %s', async (zone, time) => {
    const uid = await createMember(site, 'starter');
    if (zone !== undefined) await site.firestore.doc(`users/${uid}`).update({ zone });
    await addDevice(site, service, uid, {}, 'Asia/Kolkata');
    await deliverBroadcast(deps(), await publish());
    expect(service.received).toMatchObject([{ payload: { body: `Enter at ${time}.` } }]);
  });

  it('states the verdict at the member’s payout for the pair, and is silent for paper only', async () => {
    const uid = await createMember(site, 'starter');
    await addDevice(site, service, uid);
    const change = { pairPayouts: 'EURUSD 150' };
    await changeAccount(site.firestore, { uid, change, call: null }, NOON);
    await deliverBroadcast(deps(), await publish());
    expect(service.received).toMatchObject([
      { payload: { title: 'Pays: EUR/USD CALL', silent: false } },
    ]);
  });

  it('is sent for the chosen verdicts, or for all without a choice, which other changes keep', async () => {
    const uid = await createMember(site, 'starter');
    const chosen = await addDevice(site, service, uid);
    const asked = await addDevice(site, service, uid);
    const change = (verdicts: VerdictName[]) =>
      changeSubscription(site.firestore, chosen, { verdicts });
    await change(['pays', 'unclear']);
    await changeSubscription(site.firestore, chosen, {
      preferences: { ...DEFAULT_PUSH, perDay: 9 },
    });
    await deliverBroadcast(deps(), await publish());
    expect(notified()).toEqual([asked.endpoint]);
    await change(['paper']);
    const next = NOON + SLOT_MS;
    await deliverBroadcast(deps(next + 1000), await publish(next));
    expect(notified()).toEqual([chosen.endpoint, asked.endpoint, asked.endpoint].sort());
  });

  it('is sent to essential members only for order flow', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    const essential = await addDevice(site, service, await createMember(site, 'essential'));
    await deliverBroadcast(deps(), await publish(NOON, 'order-flow'));
    expect(notified()).toEqual([essential.endpoint]);
  });

  it('is sent once, even if it is due several times', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    const push = await publish();
    const states = await Promise.all([
      deliverBroadcast(deps(), push),
      deliverBroadcast(deps(), push),
    ]);
    expect(states.sort()).toEqual(['sent', null].sort());
    expect(await deliverDueBroadcasts(deps(NOON + 200_000))).toEqual([]);
    expect(notified()).toHaveLength(1);
  });

  it('is sent even if earlier broadcasts can’t be read', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    await publish();
    const unreadable = { dueAt: Timestamp.fromMillis(NOON - 1), event: 'nothing' };
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      await getBroadcastsCollection(site.firestore).doc(id).set(unreadable);
    await expect(deliverDueBroadcasts(deps())).rejects.toThrow('broadcasts/e doesn’t match');
    expect(notified()).toEqual([device.endpoint]);
  });

  const access = (uid: string, change: Parameters<typeof changeAccess>[1]['change']) =>
    changeAccess(site, { uid, change, by: 'amina', reason: 'test', now: NOON });
  const ENDINGS: Record<string, (device: Device) => Promise<unknown>> = {
    'the dashboard is locked': ({ uid }) => access(uid, SETTABLE_ACCESS.guest),
    'signal notifications are turned off': ({ uid }) =>
      changeAccount(
        site.firestore,
        { uid, change: { notifications: { signals: false } }, call: null },
        NOON,
      ),
    'the member logs out': (device) => endSession(site.firestore, device, NOON),
    'all sessions are ended': ({ uid }) => endAllSessions(site.firestore, { uid }, NOON),
    'the device’s session is ended': ({ uid, sid }) =>
      endDevice(site.firestore, { uid, sid }, NOON),
    'the account’s deletion begins': ({ uid }) => beginDeletion(site.firestore, { uid }, NOON),
  };

  it.each(Object.entries(ENDINGS))('is no longer sent to a device once %s', async (_, end) => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    const other = await addDevice(site, service, await createMember(site, 'starter'));
    await deliverBroadcast(deps(), await publish());
    await end(device);
    const next = NOON + SLOT_MS;
    expect(await deliverBroadcast(deps(next + 1000), await publish(next))).toBe('sent');
    expect(notified()).toEqual([device.endpoint, other.endpoint, other.endpoint].sort());
  });

  it('is sent again after access was restored', async () => {
    const uid = await createMember(site, 'guest');
    const device = await addDevice(site, service, uid);
    await deliverBroadcast(deps(), await publish());
    expect(notified()).toEqual([]);
    await access(uid, SETTABLE_ACCESS.starter);
    const next = NOON + SLOT_MS;
    await deliverBroadcast(deps(next + 1000), await publish(next));
    expect(notified()).toEqual([device.endpoint]);
  });

  it('is not sent after a session expired, and a device can’t be registered by an ended session', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    const year = NOON + 366 * 24 * 60 * 60_000;
    await deliverBroadcast(deps(year + 1000), await publish(year));
    expect(notified()).toEqual([]);
    expect(await rowsLeft()).toBe(0);
    const late = await addDevice(site, service, await createMember(site, 'starter'));
    await endSession(site.firestore, late, NOON);
    const { uid, sid } = late;
    const given = {
      session: { uid, sid },
      subscription: service.subscribe(),
      zone: 'Africa/Lagos',
    };
    await expect(
      registerSubscription(site.firestore, { ...given, replaces: undefined }, NOON),
    ).rejects.toThrow(MemberGoneError);
    expect(device.uid).not.toBe(uid);
  });

  it('is sent to all other devices if one row can’t be read', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    const unreadable = { devices: { ['0'.repeat(64)]: { uid: 'nobody' } } };
    await getPack(device.uid).set(unreadable, { merge: true });
    expect(await deliverBroadcast({ ...deps(), batchSize: 1 }, await publish())).toBe('sent');
    expect(notified()).toEqual([device.endpoint]);
  });

  it('removes the subscription of a device when its session ends', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    await endSession(site.firestore, device, NOON);
    expect(await rowsLeft()).toBe(0);
  });

  it('is sent up to the device’s daily limit, counted anew the next day', async () => {
    const uid = await createMember(site, 'essential');
    const { id } = await addDevice(site, service, uid, { perDay: 2 });
    for (let index = 0; index < 4; index += 1) {
      const slot = NOON + index * SLOT_MS;
      await deliverBroadcast(deps(slot + 1000), await publish(slot));
    }
    expect(notified()).toHaveLength(2);
    const { counts } = pushPackDocument.parse((await getPack(uid).get()).data());
    const lately = [slotId(NOON), slotId(NOON + SLOT_MS)];
    expect(counts[id]).toEqual({ day: '2026-11-20', sent: 2, lately });
    const tomorrow = NOON + 24 * 60 * 60_000;
    await deliverBroadcast(deps(tomorrow + 1000), await publish(tomorrow));
    expect(notified()).toHaveLength(3);
  });

  it('is not sent after the entry time', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    expect(await deliverBroadcast(deps(NOON + SLOT_MS), await publish())).toBe('expired');
    expect(notified()).toEqual([]);
  });
});

describe('push service', () => {
  it('has subscriptions removed that it reports as gone', async () => {
    for (let index = 0; index < 3; index += 1)
      await addDevice(site, service, await createMember(site, 'starter'));
    answer = (endpoint) => {
      const index = [...service.calls.keys()].indexOf(endpoint);
      return index === 2 ? undefined : { status: index === 0 ? 410 : 404 };
    };
    await deliverBroadcast(deps(), await publish());
    expect(notified()).toHaveLength(1);
    expect(await rowsLeft()).toBe(1);
  });

  it('is retried if it is busy, but not if it refuses', async () => {
    const uid = await createMember(site, 'starter');
    const busy = await addDevice(site, service, uid);
    const refusing = await addDevice(site, service, uid);
    answer = (endpoint, nth) => {
      if (endpoint === refusing.endpoint) return { status: 403 };
      return nth < 3
        ? { status: nth === 1 ? 503 : 429, headers: { 'retry-after': '1' } }
        : undefined;
    };
    const push = await publish();
    await deliverBroadcast(deps(), push);
    expect(notified()).toEqual([busy.endpoint]);
    expect(service.calls.get(refusing.endpoint)).toBe(1);
    const kept = await getBroadcastsCollection(site.firestore).doc(push).get();
    expect(kept.data()).toMatchObject({ state: 'sent', sent: 1, failed: 1, dueAt: null });
  });
});

describe('signal push to more devices than one run can handle', () => {
  const DEVICES = 1100;
  const SHARDS = [`${slotId(NOON)}-0`, `${slotId(NOON)}-1`];
  let counting: Awaited<ReturnType<typeof startCountingService>>;
  beforeEach(async () => {
    tasks.purge();
    counting = await startCountingService();
    const made = { devices: DEVICES, members: 50, now: NOON };
    await createFakeDevices(site, counting.subscribe, made);
    expect(await deliverBroadcast(deps(), await publish())).toBe('split');
  });
  afterEach(() => counting.close());
  const expectEachOnce = () => {
    const times = [...counting.receipts.values()];
    expect(times).toHaveLength(DEVICES);
    expect(times.every(({ length }) => length === 1)).toBe(true);
  };

  it('is split into shards, which tasks send in parallel, once per device', async () => {
    const added = tasks.waiting().map(({ task }) => task);
    expect(added).toEqual(SHARDS.map((id) => ({ collection: 'broadcasts', id })));
    expect(await deliverBroadcast(deps(MOMENT + 61_000), slotId(NOON)), 'it is over').toBeNull();
    const due = tasks.take(MOMENT);
    const states = await Promise.all(
      [...due, ...due].map(({ id }) => deliverBroadcast(deps(), id)),
    );
    expect(states.filter((state) => state !== null)).toEqual(['sent', 'sent']);
    expectEachOnce();
  });

  it('is sent by the sweep if the shards’ tasks are lost', async () => {
    tasks.purge();
    const states = await deliverDueBroadcasts(deps(NOON + 60_000));
    expect(states.filter((state) => state !== null)).toEqual(['sent', 'sent']);
    expectEachOnce();
  });
});

describe('outdated packs', () => {
  it('are rebuilt if they still list an ended session or a locked member', async () => {
    const ended = await addDevice(site, service, await createMember(site, 'starter'));
    const locked = await addDevice(site, service, await createMember(site, 'starter'));
    const other = await addDevice(site, service, await createMember(site, 'starter'));
    await site.firestore.doc(`sessions/${ended.sid}`).update({ endedAt: new Date(NOON) });
    await site.firestore.doc(`users/${locked.uid}`).update(SETTABLE_ACCESS.guest);
    expect(await rebuildPacks(site.firestore, NOON)).toBe(2);
    expect(await rebuildPacks(site.firestore, NOON)).toBe(0);
    await deliverBroadcast(deps(), await publish());
    expect(notified()).toEqual([other.endpoint]);
  });
});

describe('rebuildPacks', () => {
  it('rebuilds the other packs if a member can’t be read', async () => {
    const broken = await addDevice(site, service, await createMember(site, 'starter'));
    const ended = await addDevice(site, service, await createMember(site, 'starter'));
    await site.firestore.doc(`users/${broken.uid}`).update({ tier: 'none' });
    await site.firestore.doc(`sessions/${ended.sid}`).update({ endedAt: new Date(NOON) });
    await expect(rebuildPacks(site.firestore, NOON)).rejects.toThrow(
      `users/${broken.uid} doesn’t match its schema`,
    );
    await deliverBroadcast(deps(), await publish());
    expect(notified()).toEqual([broken.endpoint]);
  });
});

describe('push to one member', () => {
  const queue = async (event: 'access' | 'ticket' | 'test', uid: string, about: string | null) => {
    const order = { event, uid, about, validUntil: NOON + 60 * 60_000 };
    const { id } = await getPushesCollection(site.firestore).add(toPushFields(order, NOON));
    return deliverPush(deps(), id);
  };

  it('is sent to all of the member’s devices, with each device’s sound setting', async () => {
    const uid = await createMember(site, 'starter');
    const loud = await addDevice(site, service, uid);
    const silent = await addDevice(site, service, uid, { access: 'silent' });
    await addDevice(site, service, await createMember(site, 'starter'));
    await queue('access', uid, null);
    const heard = new Map(service.received.map(({ endpoint, payload }) => [endpoint, payload]));
    expect(heard.size).toBe(2);
    expect(heard.get(loud.endpoint)).toMatchObject({
      title: 'Your tier is now Starter',
      silent: false,
      until: null,
    });
    expect(heard.get(silent.endpoint)).toMatchObject({ silent: true });
  });

  it('is not sent about access if the member turned that off', async () => {
    const uid = await createMember(site, 'starter');
    await addDevice(site, service, uid);
    await changeAccount(
      site.firestore,
      { uid, change: { notifications: { trades: false } }, call: null },
      NOON,
    );
    await queue('access', uid, null);
    expect(service.received).toEqual([]);
  });

  it('says that a ticket has a reply without quoting it', async () => {
    const uid = await createMember(site, 'guest');
    await addDevice(site, service, uid);
    await queue('ticket', uid, null);
    expect(service.received).toMatchObject([
      {
        urgency: 'normal',
        payload: { title: 'Support has replied', body: 'Open your ticket to read the reply.' },
      },
    ]);
  });

  it('is sent to the requesting device only if it is a test', async () => {
    const uid = await createMember(site, 'guest');
    const device = await addDevice(site, service, uid, { quiet: { from: 0, to: 23 * 60 } });
    await addDevice(site, service, uid);
    await queue('test', uid, device.id);
    expect(notified()).toEqual([device.endpoint]);
  });
});

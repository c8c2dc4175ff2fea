import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SLOT_MS, slotId } from '@quantalgo/contracts';
import { deliverDuePushes, deliverPush } from '@quantalgo/functions/platform/push/deliver';
import { pushFields, pushesIn } from '@quantalgo/functions/platform/core/outbox';
import { endSession } from '@quantalgo/functions/platform/members/sessions';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUpDevices } from '../../fixtures/devices';
import { startPushService, type Answer, type PushService } from '../../fixtures/pushService';
import { LOCAL_PUSH_KEYS } from '../../../src/suite/environment';
import { addDevice, createMember, NOON, openSite, publishSignal, type Site } from './site';

const PROJECT = 'demo-push-fan-out';
const MOMENT = NOON + 1000;

let site: Site;
let service: PushService;
let answer: Answer = () => undefined;

beforeAll(() => {
  site = openSite(PROJECT);
});
beforeEach(async () => {
  const host = process.env['FIRESTORE_EMULATOR_HOST'] ?? '';
  const path = `emulator/v1/projects/${PROJECT}/databases/(default)/documents`;
  await fetch(`http://${host}/${path}`, { method: 'DELETE' });
  service = await startPushService((endpoint, nth) => answer(endpoint, nth));
});
afterEach(async () => {
  answer = () => undefined;
  await service.close();
});
afterAll(() => site.close());

const told = () => service.received.map(({ endpoint }) => endpoint).sort();
const deps = (now = MOMENT) => site.deps(() => now);
const rowsLeft = async () => (await site.firestore.collection('pushSubscriptions').get()).size;
const publish = (slot = NOON, audience: 'basic' | 'order-flow' = 'basic') =>
  publishSignal(site.firestore, slot, audience);

describe('a new signal', () => {
  it('is told to each device that receives it, encrypted for it, in time and signed by the site', async () => {
    const starter = await addDevice(site, service, await createMember(site, 'starter'));
    await addDevice(site, service, await createMember(site, 'guest'));
    const push = await publish();
    expect(await deliverPush(deps(), push)).toBe('told');
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
          title: 'EUR/USD CALL',
          body: 'Enter at 12:05 WAT. Confidence 94.0 %.',
          to: `/dashboard/signals/${slotId(NOON)}`,
          until: NOON + SLOT_MS,
          silent: false,
        },
      },
    ]);
    expect(service.received[0]?.bytes).toBeLessThan(1000);
  });

  it.each([
    ['utc', '11:05 UTC'],
    ['device', '16:35 UTC+5:30'],
    ['mars', '12:05 WAT'],
    [undefined, '12:05 WAT'],
  ])('is told in the zone that its member chose: %s', async (zone, time) => {
    const uid = await createMember(site, 'starter');
    if (zone !== undefined) await site.firestore.doc(`users/${uid}`).update({ zone });
    await addDevice(site, service, uid, {}, 'Asia/Kolkata');
    await deliverPush(deps(), await publish());
    expect(service.received).toMatchObject([
      { payload: { body: `Enter at ${time}. Confidence 94.0 %.` } },
    ]);
  });

  it('of order flow is told to essential members alone', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    const essential = await addDevice(site, service, await createMember(site, 'essential'));
    await deliverPush(deps(), await publish(NOON, 'order-flow'));
    expect(told()).toEqual([essential.endpoint]);
  });

  it('is told once, however often it is due', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    const push = await publish();
    const states = await Promise.all([deliverPush(deps(), push), deliverPush(deps(), push)]);
    expect(states.sort()).toEqual(['told', null].sort());
    expect(await deliverDuePushes(deps(NOON + 200_000))).toEqual([]);
    expect(told()).toHaveLength(1);
  });

  it('is told to nobody whose access, session or account ended, whatever their row says', async () => {
    const locked = await createMember(site, 'starter');
    const signedOut = await createMember(site, 'starter');
    const expired = await createMember(site, 'starter');
    const gone = await createMember(site, 'starter');
    const devices = new Map<string, Awaited<ReturnType<typeof addDevice>>>();
    for (const uid of [locked, signedOut, expired, gone])
      devices.set(uid, await addDevice(site, service, uid));
    await site.firestore.doc(`users/${locked}`).update({ tier: 'guest', dashboardUnlocked: false });
    const endOf = (uid: string) => site.firestore.doc(`sessions/${devices.get(uid)?.sid ?? ''}`);
    await endOf(signedOut).update({ endedAt: Timestamp.fromMillis(NOON) });
    await endOf(expired).update({ expireAt: Timestamp.fromMillis(NOON) });
    await site.firestore.doc(`users/${gone}`).delete();
    await deliverPush(deps(), await publish());
    expect(told()).toEqual([]);
    expect(await rowsLeft()).toBe(1);
  });

  it('is told to everyone else, where one row can’t be read', async () => {
    const unreadable = { signals: 'basic', restsUntil: Timestamp.fromMillis(0) };
    await site.firestore.doc(`pushSubscriptions/${'0'.repeat(64)}`).set(unreadable);
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    expect(await deliverPush({ ...deps(), atOnce: 1 }, await publish())).toBe('told');
    expect(told()).toEqual([device.endpoint]);
  });

  it('is told no more to a device that signed out', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    await endSession(site.firestore, device, NOON);
    expect(await rowsLeft()).toBe(0);
  });

  it('is told as often a day as the device wants, which then is not looked up until its next day', async () => {
    const uid = await createMember(site, 'essential');
    const { id } = await addDevice(site, service, uid, { perDay: 2 });
    for (let index = 0; index < 4; index += 1) {
      const slot = NOON + index * SLOT_MS;
      await deliverPush(deps(slot + 1000), await publish(slot));
    }
    expect(told()).toHaveLength(2);
    const row = await site.firestore.doc(`pushSubscriptions/${id}`).get();
    expect(row.get('restsUntil')).toHaveProperty('seconds', Date.parse('2026-11-20T23:00Z') / 1000);
    const tomorrow = NOON + 24 * 60 * 60_000;
    await deliverPush(deps(tomorrow + 1000), await publish(tomorrow));
    expect(told()).toHaveLength(3);
  });

  it('is not told once its entry has passed', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    expect(await deliverPush(deps(NOON + SLOT_MS), await publish())).toBe('expired');
    expect(told()).toEqual([]);
  });
});

describe('a push service', () => {
  it('that knows a subscription no more has it removed', async () => {
    for (let index = 0; index < 3; index += 1)
      await addDevice(site, service, await createMember(site, 'starter'));
    answer = (endpoint) => {
      const index = [...service.calls.keys()].indexOf(endpoint);
      return index === 2 ? undefined : { status: index === 0 ? 410 : 404 };
    };
    await deliverPush(deps(), await publish());
    expect(told()).toHaveLength(1);
    expect(await rowsLeft()).toBe(1);
  });

  it('that is busy is asked again, one that refuses is not', async () => {
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
    await deliverPush(deps(), push);
    expect(told()).toEqual([busy.endpoint]);
    expect(service.calls.get(refusing.endpoint)).toBe(1);
    const kept = await pushesIn(site.firestore).doc(push).get();
    expect(kept.data()).toMatchObject({ state: 'told', told: 1, failed: 1, dueAt: null });
  });
});

describe('a run that is killed in the middle', () => {
  it('is gone on with, and no device is told twice', async () => {
    const DEVICES = 60;
    const AT_ONCE = 10;
    await makeUpDevices(site, service.subscribe, { devices: DEVICES, members: DEVICES, now: NOON });
    const push = await publish();
    const script = fileURLToPath(new URL('tellAndDie.ts', import.meta.url));
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      script,
      PROJECT,
      push,
      String(AT_ONCE),
    ]);
    answer = () => {
      if (service.received.length === 24) child.kill('SIGKILL');
      return undefined;
    };
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(service.received.length).toBeLessThan(DEVICES);
    expect(await deliverPush(deps(MOMENT + 30_000), push), 'its lease goes on').toBeNull();
    expect(await deliverDuePushes({ ...deps(MOMENT + 61_000), atOnce: AT_ONCE })).toEqual(['told']);
    expect(new Set(told()).size).toBe(told().length);
    expect([...service.calls.values()].every((calls) => calls === 1)).toBe(true);
    expect(told().length).toBeGreaterThan(DEVICES - AT_ONCE);
  });
});

describe('what concerns one member', () => {
  const queue = async (event: 'access' | 'ticket' | 'test', uid: string, about: string | null) => {
    const order = { event, uid, about, validUntil: NOON + 60 * 60_000 };
    const { id } = await pushesIn(site.firestore).add(pushFields(order, NOON));
    return deliverPush(deps(), id);
  };

  it('is told to their devices, by what they want of it', async () => {
    const uid = await createMember(site, 'starter');
    const loud = await addDevice(site, service, uid);
    const silent = await addDevice(site, service, uid, { access: 'silent' });
    await addDevice(site, service, uid, { access: 'off' });
    await addDevice(site, service, await createMember(site, 'starter'));
    await queue('access', uid, null);
    const heard = new Map(service.received.map(({ endpoint, payload }) => [endpoint, payload]));
    expect(heard.size).toBe(2);
    expect(heard.get(loud.endpoint)).toMatchObject({
      title: 'Your dashboard is unlocked',
      silent: false,
      until: null,
    });
    expect(heard.get(silent.endpoint)).toMatchObject({ silent: true });
  });

  it('says of a ticket that it has an answer, and not which', async () => {
    const uid = await createMember(site, 'guest');
    await addDevice(site, service, uid);
    await queue('ticket', uid, null);
    expect(service.received).toMatchObject([
      {
        urgency: 'normal',
        payload: { title: 'Support has answered', body: 'Your ticket has an answer.' },
      },
    ]);
  });

  it('as a test is told to the device that asked for it', async () => {
    const uid = await createMember(site, 'guest');
    const device = await addDevice(site, service, uid, { quiet: { from: 0, to: 23 * 60 } });
    await addDevice(site, service, uid);
    await queue('test', uid, device.id);
    expect(told()).toEqual([device.endpoint]);
  });
});

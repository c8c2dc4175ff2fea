import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PUSH } from '@quantalgo/contracts/push/push';
import { parsePushedSignal } from '@quantalgo/contracts/signals/pushed';
import {
  getBroadcastsCollection,
  queueNoGo,
  queueOutcome,
} from '@quantalgo/functions/platform/core/queues';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { changeAccount } from '@quantalgo/functions/platform/account/users';
import { endSession } from '@quantalgo/functions/platform/auth/sessions';
import {
  deliverDueBroadcasts,
  deliverBroadcast,
} from '@quantalgo/functions/platform/push/broadcast';
import { changeSubscription } from '@quantalgo/functions/platform/push/subscriptions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wonAtLevel1 } from '../../../../functions/test/server/signals/signalDocuments';
import { createFakeDevices, startCountingService } from '../../fixtures/devices';
import { startPushService, type Answer, type PushService } from '../../fixtures/pushService';
import { measureOperations } from '../reads/countOperations';
import {
  addDevice,
  clearSite,
  createMember,
  NOON,
  openSite,
  publishSignal,
  type Site,
} from './site';

const PROJECT = 'demo-push-outcome';
const SETTLED = NOON + 4 * SLOT_MS;

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

const deps = (now: number) => site.deps(() => now);
const publish = (slot = NOON) => publishSignal(site.firestore, slot, 'basic');
const send = async (slot = NOON) => deliverBroadcast(deps(slot + 1000), await publish(slot));

/** Settles the signal of a slot as won, and returns the id of the broadcast that tells it. */
async function settle(slot = NOON): Promise<string> {
  const { firestore } = site;
  await firestore.doc(`signals/${slotId(slot)}`).update({ settlement: wonAtLevel1(slot) });
  await firestore.runTransaction((transaction) => {
    queueOutcome(firestore, transaction, slotId(slot), slot + 4 * SLOT_MS);
    return Promise.resolve();
  });
  return `${slotId(slot)}-outcome`;
}

const outcomes = () => service.received.filter(({ payload }) => payload.ended === true);

describe('outcome push', () => {
  it('silently replaces the signal’s notification on each device that received it', async () => {
    const uid = await createMember(site, 'starter');
    const device = await addDevice(site, service, uid);
    await addDevice(site, service, uid, { pairs: ['GBPUSD'] });
    await send();
    await addDevice(site, service, await createMember(site, 'starter'));
    expect(await deliverBroadcast(deps(SETTLED + 1000), await settle())).toBe('sent');
    expect(outcomes()).toMatchObject([
      {
        endpoint: device.endpoint,
        urgency: 'normal',
        topic: slotId(NOON),
        payload: {
          id: slotId(NOON),
          event: 'signal',
          title: 'EUR/USD CALL: won at level 1',
          body: 'Its entry was at 12:05 WAT.',
          to: `/dashboard/signals/${slotId(NOON)}`,
          until: null,
          silent: true,
          receipt: null,
        },
      },
    ]);
    expect(outcomes()[0]?.payload.member).toBe(uid);
    expect(parsePushedSignal(outcomes()[0]?.payload.signal)).toMatchObject({
      id: slotId(NOON),
      settlement: { outcome: 'profit', level: 1 },
    });
    expect(service.received[0]?.payload.id).toBe(slotId(NOON));
  });

  it('is sent once, even if the settlement is due again', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    await send();
    const id = await settle();
    await Promise.all([
      deliverBroadcast(deps(SETTLED + 1000), id),
      deliverBroadcast(deps(SETTLED + 1000), id),
    ]);
    expect(await deliverDueBroadcasts(deps(SETTLED + 200_000))).toEqual([]);
    expect(outcomes()).toHaveLength(1);
  });

  it('is sent for each of two signals sent at the same time', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    const slots = [NOON, NOON + SLOT_MS];
    const pushes = await Promise.all(slots.map(publish));
    await Promise.all(pushes.map((push) => deliverBroadcast(deps(NOON + 1000), push)));
    for (const slot of slots) await deliverBroadcast(deps(SETTLED + 1000), await settle(slot));
    expect(outcomes().map(({ payload }) => payload.id)).toEqual(slots.map(slotId));
  });

  it('doesn’t count towards the daily limit, and is sent for the day’s last signal too', async () => {
    await addDevice(site, service, await createMember(site, 'starter'), { perDay: 1 });
    await send();
    await deliverBroadcast(deps(SETTLED + 1000), await settle());
    expect(outcomes()).toHaveLength(1);
    const next = NOON + SLOT_MS;
    await deliverBroadcast(deps(next + 1000), await publish(next));
    expect(service.received).toHaveLength(2);
  });

  type Device = Awaited<ReturnType<typeof addDevice>>;
  const ENDINGS: Record<string, (device: Device) => Promise<unknown>> = {
    'the dashboard was locked': ({ uid }) =>
      changeAccess(site, {
        uid,
        change: SETTABLE_ACCESS.guest,
        by: 'amina',
        reason: 'test',
        now: NOON,
      }),
    'signal notifications were turned off': ({ uid }) =>
      changeAccount(
        site.firestore,
        { uid, change: { notifications: { signals: false } }, call: null },
        NOON,
      ),
    'the member logged out': (device) => endSession(site.firestore, device, NOON),
    'the device was paused': (device) =>
      changeSubscription(site.firestore, device, { pausedUntil: SETTLED + 3_600_000 }),
    'quiet hours have begun': (device) => {
      const quiet = { from: 12 * 60 + 10, to: 13 * 60 };
      return changeSubscription(site.firestore, device, {
        preferences: { ...DEFAULT_PUSH, quiet },
      });
    },
  };
  it.each(Object.entries(ENDINGS))('is not sent if %s since', async (_, end) => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    await send();
    await end(device);
    expect(await deliverBroadcast(deps(SETTLED + 1000), await settle())).toBe('sent');
    expect(outcomes()).toEqual([]);
  });

  it('expires after half an hour', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    await send();
    const id = await settle();
    expect(await deliverBroadcast(deps(SETTLED + 30 * 60_000), id)).toBe('expired');
    expect(outcomes()).toEqual([]);
  });
});

describe('no-go push', () => {
  const ENTRY = NOON + SLOT_MS;

  /** Sends a signal that comes with a sound: one that pays. */
  async function sendPaying(): Promise<void> {
    const push = await publish();
    const firstEntry = { value: 60, low: 59.5, high: 60.5 };
    await site.firestore.doc(`signals/${slotId(NOON)}`).update({ firstEntry });
    await deliverBroadcast(deps(NOON + 1000), push);
    expect(service.received[0]?.payload.silent).toBe(false);
  }

  /** Confirms the signal of a slot as a no-go at its entry, and sends that. */
  async function sayNoGo(): Promise<void> {
    const { firestore } = site;
    const signal = { id: slotId(NOON), createdAt: NOON };
    await firestore.doc(`signals/${signal.id}`).update({ entered: false });
    await firestore.runTransaction((transaction) => {
      queueNoGo(firestore, transaction, signal, ENTRY + 1000);
      return Promise.resolve();
    });
    expect(await deliverBroadcast(deps(ENTRY + 1000), `${signal.id}-no-go`)).toBe('sent');
  }

  type Device = Awaited<ReturnType<typeof addDevice>>;
  const RESTS: Record<string, (device: Device) => Promise<unknown>> = {
    'its quiet hours began': (device) =>
      changeSubscription(site.firestore, device, {
        preferences: { ...DEFAULT_PUSH, quiet: { from: 12 * 60 + 5, to: 13 * 60 } },
      }),
    'it was paused': (device) =>
      changeSubscription(site.firestore, device, { pausedUntil: ENTRY + 3_600_000 }),
    'its member stopped for the day': ({ uid }) =>
      changeAccount(
        site.firestore,
        { uid, change: { stoppedUntil: ENTRY + 3_600_000 }, call: null },
        NOON,
      ),
  };
  it.each(Object.entries(RESTS))(
    'silently replaces the notification on a device if %s since',
    async (_, rest) => {
      const device = await addDevice(site, service, await createMember(site, 'starter'));
      await sendPaying();
      await rest(device);
      await sayNoGo();
      expect(outcomes()).toMatchObject([
        {
          endpoint: device.endpoint,
          payload: {
            id: slotId(NOON),
            title: 'Do nothing: EUR/USD CALL',
            silent: true,
            ended: true,
          },
        },
      ]);
    },
  );

  it('is sent to a device even if its push service didn’t confirm the signal', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    answer = (_, nth) => (nth === 1 ? 'disconnect' : undefined);
    await sendPaying();
    const broadcast = await getBroadcastsCollection(site.firestore).doc(slotId(NOON)).get();
    expect(broadcast.data()).toMatchObject({ state: 'sent', sent: 0, failed: 1 });
    await sayNoGo();
    expect(outcomes()).toMatchObject([{ endpoint: device.endpoint }]);
    expect(service.received).toHaveLength(2);
  });

  it('is sent with the signal’s sound to an active device', async () => {
    await addDevice(site, service, await createMember(site, 'starter'));
    await sendPaying();
    await sayNoGo();
    expect(outcomes()[0]?.payload.silent).toBe(false);
  });

  it('is not sent to devices that didn’t receive the signal or lost access to it', async () => {
    const device = await addDevice(site, service, await createMember(site, 'starter'));
    await sendPaying();
    await addDevice(site, service, await createMember(site, 'starter'));
    await changeAccount(
      site.firestore,
      { uid: device.uid, change: { notifications: { signals: false } }, call: null },
      NOON,
    );
    await sayNoGo();
    expect(outcomes()).toEqual([]);
  });
});

describe('outcome run that is killed midway', () => {
  it('is resumed without notifying a device twice', async () => {
    const DEVICES = 60;
    const AT_ONCE = 10;
    await createFakeDevices(site, service.subscribe, {
      devices: DEVICES,
      members: DEVICES,
      now: NOON,
    });
    await send();
    expect(service.received).toHaveLength(DEVICES);
    const id = await settle();
    const script = fileURLToPath(new URL('tellAndDie.ts', import.meta.url));
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      script,
      PROJECT,
      id,
      String(AT_ONCE),
    ]);
    answer = () => {
      if (outcomes().length === 24) child.kill('SIGKILL');
      return undefined;
    };
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const due = await deliverDueBroadcasts({ ...deps(NOON + 62_000), batchSize: AT_ONCE });
    expect(due.filter((state) => state !== null)).toEqual(['sent']);
    const notified = outcomes().map(({ endpoint }) => endpoint);
    expect(new Set(notified).size).toBe(notified.length);
    expect(notified.length).toBeGreaterThan(DEVICES - AT_ONCE);
  });
});

describe('outcome push to 1,000 devices', () => {
  it('takes at most 0.05 reads and 0.01 writes per device', async () => {
    const DEVICES = 1000;
    const counting = await startCountingService();
    try {
      await createFakeDevices(site, counting.subscribe, {
        devices: DEVICES,
        members: 250,
        now: NOON,
      });
      await send();
      const id = await settle();
      const cost = await measureOperations(site.firestore, (firestore) =>
        deliverBroadcast({ ...deps(SETTLED + 1000), firestore }, id),
      );
      expect([...counting.receipts.values()].every(({ length }) => length === 2)).toBe(true);
      expect(counting.receipts.size).toBe(DEVICES);
      expect(cost.reads / DEVICES).toBeLessThanOrEqual(0.05);
      expect(cost.writes / DEVICES).toBeLessThanOrEqual(0.01);
    } finally {
      await counting.close();
    }
  });
});

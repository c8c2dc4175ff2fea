import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseBroadcast } from '@quantalgo/functions/platform/core/queues';
import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import { claimLease } from '@quantalgo/functions/platform/push/lease';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeTaskQueue } from '../../../../functions/test/fakeTaskQueue';
import { createFakeDevices } from '../../fixtures/devices';
import { type Answer, type PushService, startPushService } from '../../fixtures/pushService';
import { clearSite, NOON, openSite, publishSignal, type Site } from './site';

/** A database of its own: the transactions of a killed process hold their locks for a while. */
const PROJECT = 'demo-push-killed';
const MOMENT = NOON + 1000;

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

const notified = () => service.received.map(({ endpoint }) => endpoint);
const deps = (now = MOMENT) => site.deps(() => now);

// Before the other: what a killed process has locked can’t be emptied for a while.
describe('run with a claim undone by a database restore', () => {
  it('writes nothing, so the push stays as in the backup', async () => {
    const push = site.firestore.doc(
      `broadcasts/${await publishSignal(site.firestore, NOON, 'basic')}`,
    );
    const backup = (await push.get()).data() ?? {};
    const claimed = await claimLease(push, parseBroadcast, deps());
    await push.set(backup);
    expect(await claimed?.log.write({ reached: 'f' })).toBe(false);
    expect((await push.get()).data()).toEqual(backup);
  });
});

describe('run that is killed midway', () => {
  it('is resumed by a task when its lease ends, without notifying a device twice', async () => {
    const DEVICES = 60;
    const AT_ONCE = 10;
    await createFakeDevices(site, service.subscribe, {
      devices: DEVICES,
      members: DEVICES,
      now: NOON,
    });
    const push = await publishSignal(site.firestore, NOON, 'basic');
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
    expect(await deliverBroadcast(deps(MOMENT + 30_000), push), 'its lease goes on').toBeNull();
    const again = { task: { collection: 'broadcasts', id: push }, dueAt: MOMENT + 60_000 };
    expect(tasks.waiting()).toEqual([again]);
    const resume = () => deliverBroadcast({ ...deps(MOMENT + 61_000), batchSize: AT_ONCE }, push);
    expect(await tasks.runDue(MOMENT + 61_000, resume)).toEqual(['sent']);
    expect(await resume()).toBeNull();
    expect(new Set(notified()).size).toBe(notified().length);
    expect([...service.calls.values()].every((calls) => calls === 1)).toBe(true);
    expect(notified().length).toBeGreaterThan(DEVICES - AT_ONCE);
  });
});

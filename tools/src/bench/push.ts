import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { parseBroadcast, getBroadcastsCollection } from '@quantalgo/functions/platform/core/queues';
import { deliverBroadcast } from '@quantalgo/functions/platform/push/broadcast';
import type { Firestore } from 'firebase-admin/firestore';
import { CommandError } from '../suite/command';
import { createFakeDevices, startCountingService } from '../../test/fixtures/devices';
import { measureOperations } from '../../test/server/reads/countOperations';
import { openSite, publishSignal } from '../../test/server/push/site';
import { openPublisher } from '../suite/scheduler';
import { withSuite, type DedicatedSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const DEVICE_COUNT = 10_000;
/** Few, because each member write triggers a function, and the emulator starts a process for each. */
const MEMBER_COUNT = 200;
/** Entries follow five minutes after the slot, so one minute leaves members time to act. */
const MAX_LAST_DELAY_MS = 60_000;
const PUSH_TIMEOUT_MS = 6 * 60_000;

async function waitForPush(database: Firestore, signalId: string): Promise<void> {
  const broadcasts = getBroadcastsCollection(database).where('signal', '==', signalId);
  const deadline = Date.now() + PUSH_TIMEOUT_MS;
  for (;;) {
    const { docs } = await broadcasts.get();
    if (docs.length === 0) throw new CommandError(`No push was queued for ${signalId}.`);
    if (docs.every((document) => parseBroadcast(document)?.dueAt === null)) return;
    if (Date.now() > deadline) throw new CommandError(`The push for ${signalId} timed out.`);
    await wait(250);
  }
}

/** Receipt times per device, in ms after the commit. */
async function measureReceipts({
  auth,
  database,
  ports,
}: DedicatedSuite): Promise<readonly number[][]> {
  const service = await startCountingService();
  try {
    const { publish } = await openPublisher(database, ports);
    // Warm up before devices exist, so that they don't receive this signal.
    const { signal: first } = await publish();
    await waitForPush(database, first.id);
    const deviceOptions = { devices: DEVICE_COUNT, members: MEMBER_COUNT, now: Date.now() };
    await createFakeDevices({ auth, firestore: database }, service.subscribe, deviceOptions);
    const { signal, committedAt } = await publish();
    await waitForPush(database, signal.id);
    return [...service.receipts.values()].map((times) => times.map((at) => at - committedAt));
  } finally {
    await service.close();
  }
}

const SHARD_DEVICE_COUNT = 1000;
const SERVICE_LATENCY_MS = 100;
const SHARD_MEMBER_COUNT = 250;
const MAX_SHARD_MS = 3000;
/** The first run loads code and opens connections, like a new instance. */
const RUN_COUNT = 3;

/** Sends signals to one shard's devices. Returns the last run's duration (ms) and operations. */
async function measureShard() {
  const service = await startCountingService(SERVICE_LATENCY_MS);
  const site = openSite('demo-bench-shard');
  try {
    const from = slotStart(Date.now());
    const deviceOptions = { devices: SHARD_DEVICE_COUNT, members: SHARD_MEMBER_COUNT, now: from };
    await createFakeDevices(site, service.subscribe, deviceOptions);
    let tookMs = 0;
    let cost = { reads: 0, writes: 0 };
    for (let run = 0; run < RUN_COUNT; run += 1) {
      const slot = from + run * SLOT_MS;
      const id = await publishSignal(site.firestore, slot, 'basic');
      const deps = site.deps(() => slot + 1000);
      const startedAt = performance.now();
      cost = await measureOperations(site.firestore, (firestore) =>
        deliverBroadcast({ ...deps, firestore }, id),
      );
      tookMs = performance.now() - startedAt;
    }
    const receipts = [...service.receipts.values()];
    const notified = receipts.filter(({ length }) => length === RUN_COUNT).length;
    return { tookMs, cost, notified };
  } finally {
    await Promise.all([service.close(), site.close()]);
  }
}

function toFigures(
  receipts: readonly number[][],
  { tookMs, cost, notified }: Awaited<ReturnType<typeof measureShard>>,
): Figure[] {
  const delays = receipts.flat();
  const duplicates = delays.length - receipts.length;
  const shardName = `one shard of ${SHARD_DEVICE_COUNT.toLocaleString('en')}, ${SERVICE_LATENCY_MS} ms per call`;
  const perDevice = { unit: '', digits: 3, atMost: 0.05 };
  return [
    { name: shardName, value: tookMs, unit: 'ms', below: MAX_SHARD_MS },
    {
      name: 'devices notified in the shard',
      value: notified,
      unit: 'devices',
      atLeast: SHARD_DEVICE_COUNT,
    },
    { name: 'reads per device', value: cost.reads / SHARD_DEVICE_COUNT, ...perDevice },
    { name: 'writes per device', value: cost.writes / SHARD_DEVICE_COUNT, ...perDevice },
    { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
    { name: 'p95', value: percentile(delays, 0.95), unit: 'ms' },
    { name: 'last device', value: percentile(delays, 1), unit: 'ms', below: MAX_LAST_DELAY_MS },
    { name: 'not notified', value: DEVICE_COUNT - receipts.length, unit: 'devices', atMost: 0 },
    { name: 'notified twice', value: duplicates, unit: 'devices', atMost: 0 },
  ];
}

export const push: Section = {
  title: `The time for one shard of devices, and the time from a signal’s commit to the push service’s receipt, with ${DEVICE_COUNT.toLocaleString('en')} subscriptions of ${MEMBER_COUNT} members`,
  measure: (abortSignal) =>
    withSuite(abortSignal, async (suite) => {
      const shard = await measureShard();
      return toFigures(await measureReceipts(suite), shard);
    }),
};

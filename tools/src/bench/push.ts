import { setTimeout as wait } from 'node:timers/promises';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { broadcastOf, broadcastsIn } from '@quantalgo/functions/platform/core/queues';
import { deliverSignal } from '@quantalgo/functions/platform/push/broadcast';
import type { Firestore } from 'firebase-admin/firestore';
import { CommandError } from '../suite/command';
import { makeUpDevices, startCountingService } from '../../test/fixtures/devices';
import { operationsOf } from '../../test/server/reads/countOperations';
import { openSite, publishSignal } from '../../test/server/push/site';
import { openPublisher } from '../suite/scheduler';
import { onSuite, type OwnSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const DEVICES = 10_000;
/** Few, because writing a member triggers a function, for which the emulator occupies a process each time. */
const MEMBERS = 200;
/** A signal is entered five minutes after its slot, so a member notified within one has time to. */
const LAST_BELOW_MS = 60_000;
/** The push of a signal ends once it is too late to enter. */
const OVER_WITHIN_MS = 6 * 60_000;

/** Waits until every message of a signal's push was sent. */
async function pushOver(database: Firestore, signalId: string): Promise<void> {
  const sent = broadcastsIn(database).where('signal', '==', signalId);
  const givenUpAt = Date.now() + OVER_WITHIN_MS;
  for (;;) {
    const { docs } = await sent.get();
    if (docs.length === 0) throw new CommandError(`There is no push of ${signalId}.`);
    if (docs.every((document) => broadcastOf(document)?.dueAt === null)) return;
    if (Date.now() > givenUpAt) throw new CommandError(`The push of ${signalId} does not end.`);
    await wait(250);
  }
}

/** Publishes a signal and waits until all devices were sent it; returns each one's receipts (ms after the commit). */
async function receiptsOn({ auth, database, ports }: OwnSuite): Promise<readonly number[][]> {
  const service = await startCountingService();
  try {
    const { publish } = await openPublisher(database, ports);
    // Warms up the function. Done before there are devices, which would otherwise receive two signals.
    const { signal: first } = await publish();
    await pushOver(database, first.id);
    const made = { devices: DEVICES, members: MEMBERS, now: Date.now() };
    await makeUpDevices({ auth, firestore: database }, service.subscribe, made);
    const { signal, committedAt } = await publish();
    await pushOver(database, signal.id);
    return [...service.receipts.values()].map((times) => times.map((at) => at - committedAt));
  } finally {
    await service.close();
  }
}

const SHARD = 1000;
const SERVICE_TAKES_MS = 100;
const MEMBERS_OF_SHARD = 250;
const SHARD_BELOW_MS = 3000;
/** The first run loads code and opens connections, as on a new instance. */
const RUNS = 3;

/** Sends signals to the devices of one shard; returns the last run's duration (ms) and operations. */
async function shardOn() {
  const service = await startCountingService(SERVICE_TAKES_MS);
  const site = openSite('demo-bench-shard');
  try {
    const from = slotStart(Date.now());
    const made = { devices: SHARD, members: MEMBERS_OF_SHARD, now: from };
    await makeUpDevices(site, service.subscribe, made);
    let tookMs = 0;
    let cost = { reads: 0, writes: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const slot = from + run * SLOT_MS;
      const id = await publishSignal(site.firestore, slot, 'basic');
      const deps = site.deps(() => slot + 1000);
      const begun = performance.now();
      cost = await operationsOf(site.firestore, (firestore) =>
        deliverSignal({ ...deps, firestore }, id),
      );
      tookMs = performance.now() - begun;
    }
    const notified = [...service.receipts.values()].filter(({ length }) => length === RUNS).length;
    return { tookMs, cost, notified };
  } finally {
    await Promise.all([service.close(), site.close()]);
  }
}

function figuresOf(
  receipts: readonly number[][],
  { tookMs, cost, notified }: Awaited<ReturnType<typeof shardOn>>,
): Figure[] {
  const delays = receipts.flat();
  const duplicates = delays.length - receipts.length;
  const ofShard = `one shard of ${SHARD.toLocaleString('en')}, ${SERVICE_TAKES_MS} ms a call`;
  const perDevice = { unit: '', digits: 3, atMost: 0.05 };
  return [
    { name: ofShard, value: tookMs, unit: 'ms', below: SHARD_BELOW_MS },
    { name: 'its devices that were notified', value: notified, unit: 'devices', atLeast: SHARD },
    { name: 'reads for a device of it', value: cost.reads / SHARD, ...perDevice },
    { name: 'writes for a device of it', value: cost.writes / SHARD, ...perDevice },
    { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
    { name: 'p95', value: percentile(delays, 0.95), unit: 'ms' },
    { name: 'the last', value: percentile(delays, 1), unit: 'ms', below: LAST_BELOW_MS },
    { name: 'left out', value: DEVICES - receipts.length, unit: 'devices', atMost: 0 },
    { name: 'notified twice', value: duplicates, unit: 'devices', atMost: 0 },
  ];
}

/** How long it takes until the push services of all devices have a signal. */
export const push: Section = {
  title: `One shard of devices; then from the commit of a signal to the push service’s receipt, ${DEVICES.toLocaleString('en')} subscriptions of ${MEMBERS} members in as many shards as it takes`,
  measure: (stopped) =>
    onSuite(stopped, async (suite) => {
      const shard = await shardOn();
      return figuresOf(await receiptsOn(suite), shard);
    }),
};

import { setTimeout as wait } from 'node:timers/promises';
import { pushesIn, pushOf } from '@quantalgo/functions/platform/core/outbox';
import type { Firestore } from 'firebase-admin/firestore';
import { Refusal } from '../suite/command';
import { makeUpDevices, startCountingService } from '../../test/fixtures/devices';
import { openPublisher } from '../suite/scheduler';
import { onSuite, type OwnSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const DEVICES = 10_000;
/** Each member who is written starts a function, and the emulator has no more than one process to spare for each. */
const MEMBERS = 200;
/** A signal can be entered five minutes after its slot: whoever learns of it within one has time to. */
const LAST_BELOW_MS = 60_000;
/** A run ends when a signal can be entered no more. */
const OVER_WITHIN_MS = 6 * 60_000;

/** Waits until nothing of a signal's push is left to send. */
async function pushOver(database: Firestore, signalId: string): Promise<void> {
  const [document] = (await pushesIn(database).where('about', '==', signalId).get()).docs;
  if (!document) throw new Refusal(`There is no push of ${signalId}.`);
  const givenUpAt = Date.now() + OVER_WITHIN_MS;
  while (pushOf(await document.ref.get())?.dueAt !== null) {
    if (Date.now() > givenUpAt) throw new Refusal(`The push of ${signalId} does not end.`);
    await wait(250);
  }
}

/** Publishes a signal to devices and waits until it was sent to all; gives when (ms after the commit) each got it. */
async function receiptsOn({ auth, database, ports }: OwnSuite): Promise<readonly number[][]> {
  const service = await startCountingService();
  try {
    const { publish } = await openPublisher(database, ports);
    // Starts the function, as the first call of the day does; devices that it finds would hear two signals.
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

function figuresOf(receipts: readonly number[][]): Figure[] {
  const delays = receipts.flat();
  const duplicates = delays.length - receipts.length;
  return [
    { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
    { name: 'p95', value: percentile(delays, 0.95), unit: 'ms' },
    { name: 'the last', value: percentile(delays, 1), unit: 'ms', below: LAST_BELOW_MS },
    { name: 'left out', value: DEVICES - receipts.length, unit: 'devices', atMost: 0 },
    { name: 'told twice', value: duplicates, unit: 'devices', atMost: 0 },
  ];
}

/** How long it takes until all devices' push services have a signal. */
export const push: Section = {
  title: `From the commit of a signal to the push service’s receipt, ${DEVICES.toLocaleString('en')} subscriptions of ${MEMBERS} members, sent by one instance`,
  measure: async (stopped) => figuresOf(await onSuite(stopped, receiptsOn)),
};

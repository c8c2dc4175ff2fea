import { setTimeout as wait } from 'node:timers/promises';
import { pushesIn, pushOf } from '@quantalgo/functions/platform/core/outbox';
import type { Firestore } from 'firebase-admin/firestore';
import { Refusal } from '../suite/command';
import { openPublisher } from '../suite/publisher';
import { startCountingService } from '../push/countingService';
import { makeUpDevices } from '../push/madeUpDevices';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const DEVICES = 10_000;
/** Each member who is written starts a function, and the emulator has no more than one process to spare for each. */
const MEMBERS = 200;
/** A signal can be entered five minutes after its slot: whoever learns of it within one has time to. */
const LAST_BELOW_MS = 60_000;
/** A run ends when a signal can be entered no more. */
const OVER_WITHIN_MS = 6 * 60_000;

interface Told {
  /** From the commit to each receipt, ms. */
  readonly delays: readonly number[];
  readonly leftOut: number;
  readonly duplicates: number;
}

/** Waits until nobody is told a signal any more. */
async function pushOver(database: Firestore, signalId: string): Promise<void> {
  const [document] = (await pushesIn(database).where('about', '==', signalId).get()).docs;
  if (!document) throw new Refusal(`There is no push of ${signalId}.`);
  const givenUpAt = Date.now() + OVER_WITHIN_MS;
  while (pushOf(await document.ref.get())?.dueAt !== null) {
    if (Date.now() > givenUpAt) throw new Refusal(`The push of ${signalId} does not end.`);
    await wait(250);
  }
}

/** Publishes a signal to devices and waits until all are told. */
async function tellAll(offset: Offset): Promise<Told> {
  const ports = portsAt(offset);
  const { auth, database, close } = openServices(ports, 'bench');
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
    const { size } = service.receipts;
    const delays = [...service.receipts.values()].flat().map((at) => at - committedAt);
    return { delays, leftOut: DEVICES - size, duplicates: delays.length - size };
  } finally {
    await service.close();
    await close();
  }
}

const figuresOf = ({ delays, leftOut, duplicates }: Told): Figure[] => [
  { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(delays, 0.95), unit: 'ms' },
  { name: 'the last', value: percentile(delays, 1), unit: 'ms', below: LAST_BELOW_MS },
  { name: 'left out', value: leftOut, unit: 'devices', atMost: 0 },
  { name: 'told twice', value: duplicates, unit: 'devices', atMost: 0 },
];

/** How long it takes until all devices' push services have a signal. */
export const push: Section = {
  title: `From the commit of a signal to the push service’s receipt, ${DEVICES.toLocaleString('en')} subscriptions of ${MEMBERS} members, told by one instance`,
  measure: async (stopped) => figuresOf(await onOwnSuite(stopped, tellAll)),
};

import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../command/refusal';
import { openPublisher } from '../publisher/publisher';
import { startCountingService } from '../push/countingService';
import { makeUpDevices } from '../push/madeUpDevices';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const DEVICES = 10_000;
/** Each member who is written starts a function, and the emulator has no more than one process to spare for each. */
const MEMBERS = 200;
/** A signal can be entered five minutes after its slot: whoever learns of it within one has time to. */
const LAST_BELOW_MS = 60_000;
const GIVEN_UP_MS = 240_000;

interface Told {
  /** From the commit to each receipt, ms. */
  readonly delays: readonly number[];
  readonly duplicates: number;
}

/** Publishes a signal to devices and waits until the push service has the last message. */
async function tellAll(offset: Offset): Promise<Told> {
  const ports = portsAt(offset);
  const { auth, database, close } = openServices(ports, 'bench');
  const service = await startCountingService();
  try {
    const { publish } = await openPublisher(database, ports);
    // Starts the function, as the first call of the day does.
    await publish();
    const made = { devices: DEVICES, members: MEMBERS, now: Date.now() };
    await makeUpDevices({ auth, firestore: database }, service.subscribe, made);
    const { committedAt } = await publish();
    const givenUpAt = Date.now() + GIVEN_UP_MS;
    while (service.receipts.size < DEVICES) {
      if (Date.now() > givenUpAt)
        throw new Refusal(`${service.receipts.size} of ${DEVICES} devices were told.`);
      await wait(100);
    }
    const receipts = [...service.receipts.values()].flat();
    const delays = receipts.map((at) => at - committedAt);
    return { delays, duplicates: receipts.length - DEVICES };
  } finally {
    await service.close();
    await close();
  }
}

const figuresOf = ({ delays, duplicates }: Told): Figure[] => [
  { name: 'p50', value: percentile(delays, 0.5), unit: 'ms' },
  { name: 'p95', value: percentile(delays, 0.95), unit: 'ms' },
  { name: 'the last', value: percentile(delays, 1), unit: 'ms', below: LAST_BELOW_MS },
  { name: 'told twice', value: duplicates, unit: 'devices', atMost: 0 },
];

/** How long it takes until all devices' push services have a signal. */
export const push: Section = {
  title: `From the commit of a signal to the push service’s receipt, ${DEVICES.toLocaleString('en')} subscriptions of ${MEMBERS} members, told by one instance`,
  measure: async (stopped) => figuresOf(await onOwnSuite(stopped, tellAll)),
};

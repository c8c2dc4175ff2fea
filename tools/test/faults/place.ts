import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { functionParameters } from '../../src/suite/environment';
import { type Offset, type Ports, portsAt, PROJECT } from '../../src/suite/ports';
import { openPublisher, type Publisher } from '../../src/suite/scheduler';
import { deployedRules, loadRules, openServices, type Services } from '../../src/suite/services';

/** Where a fault happens: a project on a running suite. */
export interface Place extends Services {
  readonly offset: Offset;
  readonly ports: Ports;
  readonly project: string;
  readonly publisher: Publisher;
}

async function connect(offset: Offset, project: string): Promise<Place> {
  const ports = portsAt(offset);
  const services = openServices(ports, `faults of ${project}`, project);
  const publisher = await openPublisher(services.database, ports);
  return { ...services, offset, ports, project, publisher };
}

/** Connects to the project of a running suite, whose triggers work on what is stored. */
export const openPlace = (offset: Offset): Promise<Place> => connect(offset, PROJECT);

/** The market that the functions of a suite publish on. */
export const marketOf = ({ ports }: Place): Promise<MarketData> =>
  openMarket(parseEnvironment(functionParameters(ports)));

/**
 * Makes a project apart on a running suite: judged by the deployed rules, with the beginning of a record, and without
 * triggers. It is a new one each time, as the emulator fails the writes of a project that come after many listeners of it
 * were closed.
 */
export async function openPlaceApart(offset: Offset): Promise<Place> {
  const place = await connect(offset, `demo-faults-${randomUUID().slice(0, 8)}`);
  await loadRules(place.ports, place.project, deployedRules());
  const now = { market: await marketOf(place), clock: Date.now };
  await runPublisher(place.database, slotStart(Date.now()), now);
  return place;
}

const POLL_MS = 200;

/**
 * Waits until `look` finds something, and gives it.
 * @param what is waited for, in words
 * @throws Error when `withinMs` are over
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  withinMs = 60_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > until)
      throw new Error(`In ${Math.round(withinMs / 1000)} s not seen: ${what}`);
    await wait(POLL_MS);
  }
}

/** What the ledger says of a slot (epoch ms), by the types of its entries: of each there is one word, once. */
export async function wordsOn({ database }: Services, slot: number): Promise<unknown[]> {
  const { docs } = await database.collection('ledger').where('slot', '==', slotId(slot)).get();
  const types = docs.map((entry): unknown => entry.get('type'));
  return types.filter((type) => type === 'publication' || type === 'miss');
}

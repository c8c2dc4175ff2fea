import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { buildFunctionParameters } from '../../src/suite/environment';
import { type Offset, type Ports, getPorts, PROJECT } from '../../src/suite/ports';
import { openPublisher, type Publisher } from '../../src/suite/scheduler';
import {
  readDeployedRules,
  loadRules,
  openServices,
  type Services,
} from '../../src/suite/services';

export interface Place extends Services {
  readonly offset: Offset;
  readonly ports: Ports;
  readonly project: string;
  readonly publisher: Publisher;
}

async function connect(offset: Offset, project: string): Promise<Place> {
  const ports = getPorts(offset);
  const services = openServices(ports, `faults of ${project}`, project);
  const publisher = await openPublisher(services.database, ports);
  return { ...services, offset, ports, project, publisher };
}

/** The suite's own project, with triggers. */
export const openPlace = (offset: Offset): Promise<Place> => connect(offset, PROJECT);

export const openSuiteMarket = ({ ports }: Place): Promise<MarketData> =>
  openMarket(parseEnvironment(buildFunctionParameters(ports)));

/**
 * A separate project on a running suite, with the deployed rules and the start of a record, without
 * triggers.
 * It is new each time: the emulator fails a project's writes after many of its listeners were
 * closed.
 */
export async function openSeparatePlace(offset: Offset): Promise<Place> {
  const place = await connect(offset, `demo-faults-${randomUUID().slice(0, 8)}`);
  await loadRules(place.ports, place.project, readDeployedRules());
  const now = { market: await openSuiteMarket(place), clock: Date.now };
  await runPublisher(place.database, slotStart(Date.now()), now);
  return place;
}

const POLL_MS = 200;

/**
 * Polls until `look` returns something.
 * @param what for the error message
 * @throws Error after `timeoutMs`
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await look();
    if (result !== null) return result;
    if (performance.now() > deadline)
      throw new Error(`In ${Math.round(timeoutMs / 1000)} s not seen: ${what}`);
    await wait(POLL_MS);
  }
}

/** Types of the ledger's entries for a slot (epoch ms). Each slot has exactly one. */
export async function readSlotEntries({ database }: Services, slot: number): Promise<unknown[]> {
  const { docs } = await database.collection('ledger').where('slot', '==', slotId(slot)).get();
  const types = docs.map((entry): unknown => entry.get('type'));
  return types.filter((type) => type === 'publication' || type === 'miss');
}

import { randomUUID } from 'node:crypto';
import { slotStart } from '@quantalgo/contracts';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { parseEnvironment } from '@quantalgo/functions/platform/core/environment';
import { openMarket } from '@quantalgo/functions/platform/market/openMarket';
import { openPublisher, type Publisher } from '../../publisher/publisher';
import { deployedRules, loadRules } from '../../suite/loadRules';
import { functionParameters } from '../../suite/parameters';
import { type Offset, type Ports, portsAt } from '../../suite/ports';
import { PROJECT } from '../../suite/project';
import { openServices, type Services } from '../../suite/services';

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

/**
 * Makes a project apart on a running suite: judged by the deployed rules, with the beginning of a record, and without
 * triggers. It is a new one each time, as the emulator fails the writes of a project that come after many listeners of it
 * were closed.
 */
export async function openPlaceApart(offset: Offset): Promise<Place> {
  const place = await connect(offset, `demo-faults-${randomUUID().slice(0, 8)}`);
  await loadRules(place.ports, place.project, deployedRules());
  const market = await openMarket(parseEnvironment(functionParameters(place.ports)));
  const now = { market, clock: Date.now };
  await runPublisher(place.database, slotStart(Date.now()), now);
  return place;
}

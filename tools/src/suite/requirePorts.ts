import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../command/refusal';
import { holderOf, isTaken } from '../system/portHolder';
import { PORTS, type PortName, type Ports } from './ports';
import { HOST } from './project';

/** How long a port may stay taken: a suite that was just ended gives its ports back a little later. */
const PATIENCE_MS = 3000;
const POLL_MS = 100;

const isPortName = (name: string): name is PortName => name in PORTS;

async function staysTaken(port: number, deadline: number): Promise<boolean> {
  while (await isTaken(HOST, port)) {
    if (performance.now() > deadline) return true;
    await wait(POLL_MS);
  }
  return false;
}

/**
 * Makes sure that all ports of a suite are free.
 * @throws Refusal that says which port is taken and by what process
 */
export async function requireFreePorts(ports: Ports, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (const name of Object.keys(ports).filter(isPortName)) {
    const port = ports[name];
    if (!(await staysTaken(port, deadline))) continue;
    throw new Refusal(
      `Port ${port} (${name}) is taken by ${holderOf(port)}.\n` +
        'End it, or shift all ports, for example: PORT_OFFSET=3000 npm start',
    );
  }
}

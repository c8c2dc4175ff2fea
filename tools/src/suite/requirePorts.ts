import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../command/refusal';
import { holderOf, isTaken } from '../system/portHolder';
import { HOST } from './project';

/** How long a port may stay taken: a suite that was just ended gives its ports back a little later. */
const PATIENCE_MS = 3000;
const POLL_MS = 100;

async function staysTaken(port: number, deadline: number): Promise<boolean> {
  while (await isTaken(HOST, port)) {
    if (performance.now() > deadline) return true;
    await wait(POLL_MS);
  }
  return false;
}

/**
 * Makes sure that ports are free.
 * @param ports each under the name of its use
 * @throws Refusal that says which port is taken and by what process
 */
export async function requireFreePorts(
  ports: Readonly<Record<string, number>>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (const [name, port] of Object.entries(ports)) {
    if (!(await staysTaken(port, deadline))) continue;
    throw new Refusal(
      `Port ${port} (${name}) is taken by ${holderOf(port)}.\n` +
        'End it, or shift all ports, for example: PORT_OFFSET=3000 npm start',
    );
  }
}

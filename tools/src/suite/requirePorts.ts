import { Refusal } from '../command/refusal';
import { holderOf, isTaken } from '../system/portHolder';
import { PORTS, type PortName, type Ports } from './ports';
import { HOST } from './project';

const isPortName = (name: string): name is PortName => name in PORTS;

/**
 * Makes sure that all ports of a suite are free.
 * @throws Refusal that says which port is taken and by what process
 */
export async function requireFreePorts(ports: Ports): Promise<void> {
  for (const name of Object.keys(ports).filter(isPortName)) {
    const port = ports[name];
    if (!(await isTaken(HOST, port))) continue;
    throw new Refusal(
      `Port ${port} (${name}) is taken by ${holderOf(port)}. End it, or shift all ports: PORT_OFFSET=3000 npm start`,
    );
  }
}

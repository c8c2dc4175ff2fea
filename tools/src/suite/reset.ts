import { seed } from '../seed/index';
import { emptyDatabase } from './emptyDatabase';
import { addressesOf, emulatorEnvironment } from './environment';
import { type Offset, portsAt } from './ports';
import { PROJECT } from './project';

async function send(method: 'DELETE' | 'POST', url: string): Promise<void> {
  const reply = await fetch(url, { method, headers: { authorization: 'Bearer owner' } });
  if (!reply.ok) throw new Error(`${method} ${url} answered ${reply.status}`);
}

/** Brings a running suite back to the state after its start: everything in it is deleted, then it is seeded again. */
export async function resetAndSeed(offset: Offset, log: (line: string) => void): Promise<void> {
  const ports = portsAt(offset);
  const { auth, storage, inbox } = addressesOf(ports);
  await emptyDatabase(ports, PROJECT);
  await send('DELETE', `${auth}/emulator/v1/projects/${PROJECT}/accounts`);
  await send('POST', `${storage}/internal/reset`);
  await send('DELETE', `${inbox}/api/messages`);
  await seed({ ports, env: emulatorEnvironment(ports), log });
}

import { addressesOf } from './environment';
import { type Ports } from './ports';

/** Deletes every document that a project has on a suite. */
export async function emptyDatabase(ports: Ports, project: string): Promise<void> {
  const documents = `emulator/v1/projects/${project}/databases/(default)/documents`;
  const url = `${addressesOf(ports).firestore}/${documents}`;
  const reply = await fetch(url, { method: 'DELETE' });
  if (!reply.ok) throw new Error(`Emptying ${project} answered ${reply.status}`);
}

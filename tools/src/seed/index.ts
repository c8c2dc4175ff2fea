import { addressesOf, type EmulatorEnvironment } from '../suite/environment';
import { PROJECT } from '../suite/project';
import { type Ports } from '../suite/ports';
import { ACCOUNTS, PASSWORD } from './accounts';

export interface SeedTarget {
  ports: Ports;
  env: EmulatorEnvironment;
  log: (line: string) => void;
}

/** Fills a suite that has just started: the four accounts. */
export async function seed({ ports }: SeedTarget): Promise<void> {
  const url = `${addressesOf(ports).auth}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
  for (const { uid, email } of ACCOUNTS) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ localId: uid, email, password: PASSWORD, emailVerified: true }),
    });
    if (!reply.ok) throw new Error(`Creating ${email} failed: ${await reply.text()}`);
  }
}

import { readFileSync } from 'node:fs';
import { inRoot } from '../system/root';
import { addressesOf } from './environment';
import { type Ports } from './ports';

/** The rules of the database as they are deployed. */
export const deployedRules = (): string => readFileSync(inRoot('firestore.rules'), 'utf8');

/** Has a project of its own on a suite judged by these rules: the suite's own has the deployed ones from its start. */
export async function loadRules(ports: Ports, project: string, content: string): Promise<void> {
  const url = `${addressesOf(ports).firestore}/emulator/v1/projects/${project}:securityRules`;
  const reply = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  });
  if (!reply.ok) throw new Error(`The rules were not taken: ${await reply.text()}`);
}

import { readFileSync } from 'node:fs';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { inRoot } from '../system/root';
import { getSuiteAddresses, buildEmulatorEnvironment } from './environment';
import { type Ports } from './ports';

export interface Services {
  auth: Auth;
  database: Firestore;
  close: () => Promise<void>;
}

/**
 * @param name distinguishes connections that are open at the same time
 * @param projectId defaults to the suite's project
 */
export function openServices(ports: Ports, name: string, projectId?: string): Services {
  const env = buildEmulatorEnvironment(ports);
  // The Firebase SDK finds emulators only through these variables.
  Object.assign(process.env, env);
  const app = initializeApp({ projectId: projectId ?? env.GCLOUD_PROJECT }, name);
  return { auth: getAuth(app), database: getFirestore(app), close: () => deleteApp(app) };
}

/** The emulator's status if a transaction locks a document for more than about two seconds. */
const LOCKED_STATUS = 409;
const UNLOCK_TIMEOUT_MS = 60_000;

/**
 * Deletes all of a project's documents on a suite. Retries while transactions lock some of them.
 */
export async function clearDatabase(ports: Ports, project: string): Promise<void> {
  const documents = `emulator/v1/projects/${project}/databases/(default)/documents`;
  const url = `${getSuiteAddresses(ports).firestore}/${documents}`;
  const deadline = Date.now() + UNLOCK_TIMEOUT_MS;
  let status: number;
  do ({ status } = await fetch(url, { method: 'DELETE' }));
  while (status === LOCKED_STATUS && Date.now() < deadline);
  if (status !== 200)
    throw new Error(`Clearing the database of ${project} failed with status ${status}`);
}

export const readDeployedRules = (): string => readFileSync(inRoot('firestore.rules'), 'utf8');

/** For other projects. The suite's own project has the deployed rules from the start. */
export async function loadRules(ports: Ports, project: string, content: string): Promise<void> {
  const url = `${getSuiteAddresses(ports).firestore}/emulator/v1/projects/${project}:securityRules`;
  const reply = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  });
  if (!reply.ok) throw new Error(`The rules were rejected: ${await reply.text()}`);
}

import { readFileSync } from 'node:fs';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { inRoot } from '../system/root';
import { addressesOf, emulatorEnvironment } from './environment';
import { type Ports } from './ports';

/** Accounts and database of a suite, accessed with the server's privileges. */
export interface Services {
  auth: Auth;
  database: Firestore;
  close: () => Promise<void>;
}

/**
 * Connects this process to a suite.
 * @param name distinguishes connections that are open at the same time
 * @param projectId a project other than the suite's
 */
export function openServices(ports: Ports, name: string, projectId?: string): Services {
  const env = emulatorEnvironment(ports);
  // The Firebase SDK finds emulators through these variables only.
  Object.assign(process.env, env);
  const app = initializeApp({ projectId: projectId ?? env.GCLOUD_PROJECT }, name);
  return { auth: getAuth(app), database: getFirestore(app), close: () => deleteApp(app) };
}

/** The emulator's answer where a transaction holds a document for longer than it waits, about two seconds. */
const HELD = 409;
/** Longest time (ms) for transactions that are under way. */
const FREE_WITHIN_MS = 60_000;

/**
 * Deletes every document of a project on a suite, once the transactions under way are over: a refusal leaves a part of
 * them.
 */
export async function emptyDatabase(ports: Ports, project: string): Promise<void> {
  const documents = `emulator/v1/projects/${project}/databases/(default)/documents`;
  const url = `${addressesOf(ports).firestore}/${documents}`;
  const until = Date.now() + FREE_WITHIN_MS;
  let status: number;
  do ({ status } = await fetch(url, { method: 'DELETE' }));
  while (status === HELD && Date.now() < until);
  if (status !== 200) throw new Error(`Emptying ${project} answered ${status}`);
}

/** The rules of the database as they are deployed. */
export const deployedRules = (): string => readFileSync(inRoot('firestore.rules'), 'utf8');

/** Loads rules for a separate project on a suite; the suite's own project has the deployed ones from its start. */
export async function loadRules(ports: Ports, project: string, content: string): Promise<void> {
  const url = `${addressesOf(ports).firestore}/emulator/v1/projects/${project}:securityRules`;
  const reply = await fetch(url, {
    method: 'PUT',
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content }] } }),
  });
  if (!reply.ok) throw new Error(`The rules were not taken: ${await reply.text()}`);
}

import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { emulatorEnvironment } from './environment';
import { type Ports } from './ports';

/** Accounts and database of a suite, with the rights of the server. */
export interface Services {
  auth: Auth;
  database: Firestore;
  close: () => Promise<void>;
}

/**
 * Connects this process to a suite.
 * @param name tells connections apart that are open at the same time
 * @param projectId another project than the suite's own
 */
export function openServices(ports: Ports, name: string, projectId?: string): Services {
  const env = emulatorEnvironment(ports);
  // The Firebase SDK finds emulators through these variables alone.
  Object.assign(process.env, env);
  const app = initializeApp({ projectId: projectId ?? env.GCLOUD_PROJECT }, name);
  return { auth: getAuth(app), database: getFirestore(app), close: () => deleteApp(app) };
}

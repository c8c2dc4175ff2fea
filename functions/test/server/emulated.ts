import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type DocumentData, type Firestore } from 'firebase-admin/firestore';
import { retryContention } from './contendedTransactions';
import { recordDocuments } from './recordRelease';

export interface EmulatedProject {
  readonly database: Firestore;
  readonly auth: Auth;
  readonly documents: (collection: string) => Promise<DocumentData[]>;
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * A separate project on the running emulators, so that test files don't interfere.
 * @throws Error if no emulator runs
 */
export function openEmulatedProject(projectId: `demo-${string}`): EmulatedProject {
  const host = process.env['FIRESTORE_EMULATOR_HOST'];
  if (host === undefined) throw new Error('These tests need the emulators: npm test');
  const app = initializeApp({ projectId }, projectId);
  const database = retryContention(getFirestore(app));
  return {
    database,
    auth: getAuth(app),
    documents: async (collection) => {
      const { docs } = await database.collection(collection).get();
      return docs.map((document) => document.data());
    },
    clear: async () => {
      await recordDocuments(database);
      const path = `emulator/v1/projects/${projectId}/databases/(default)/documents`;
      const reply = await fetch(`http://${host}/${path}`, { method: 'DELETE' });
      if (!reply.ok) throw new Error(`Clearing ${projectId} answered ${reply.status}`);
    },
    close: async () => {
      await recordDocuments(database);
      await deleteApp(app);
    },
  };
}

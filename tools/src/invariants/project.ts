import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { getFirestore, type Firestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';
import { emulatorEnvironment } from '../suite/environment';
import { type Ports } from '../suite/ports';
import { BUCKET, PROJECT } from '../suite/project';
import { type Evidence, type Stored, type StoredAccount, type StoredFile } from './world';

/** A project that is read, and nothing else. */
export interface ReadProject {
  readonly auth: Auth;
  readonly database: Firestore;
  readonly bucket: ReturnType<Storage['bucket']>;
  /** How far (ms) its record may be ahead of the clock. */
  readonly aheadMs: number;
  readonly close: () => Promise<void>;
}

function open(projectId: string, storageBucket: string, aheadMs: number): ReadProject {
  const app = initializeApp({ projectId, storageBucket }, `invariants of ${projectId}`);
  return {
    auth: getAuth(app),
    database: getFirestore(app),
    bucket: getStorage(app).bucket(),
    aheadMs,
    close: () => deleteApp(app),
  };
}

/** A deployed project, with the caller's own credentials of Google Cloud. */
export const openProject = (projectId: string): ReadProject =>
  open(projectId, `${projectId}.firebasestorage.app`, 0);

/** A suite publishes slots whose time has not come, whenever a test tells it to. */
const AHEAD_IN_SUITE_MS = 2 * 60 * 60_000;

/** A running suite. */
export function openSuite(ports: Ports): ReadProject {
  // The Firebase SDK finds emulators through these variables alone.
  Object.assign(process.env, emulatorEnvironment(ports));
  return open(PROJECT, BUCKET, AHEAD_IN_SUITE_MS);
}

async function readAccounts(auth: Auth): Promise<StoredAccount[]> {
  const accounts: StoredAccount[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(1000, pageToken);
    for (const { uid, email, disabled, customClaims } of page.users)
      accounts.push({ uid, email: email ?? null, disabled, claims: customClaims });
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return accounts;
}

async function readFiles({ bucket }: ReadProject): Promise<StoredFile[]> {
  const [files] = await bucket.getFiles();
  return files.map(({ name, metadata }) => ({
    path: name,
    uploadedAt: Date.parse(metadata.timeCreated ?? '') || 0,
  }));
}

async function readCollections(database: Firestore) {
  const names = await database.listCollections();
  const read = names.map(async (collection): Promise<[string, Stored<unknown>[]]> => {
    const { docs } = await collection.get();
    return [collection.id, docs.map((document) => ({ id: document.id, data: document.data() }))];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Reads all of a project. What was written meanwhile is seen in part: what it breaks is gone at the next reading. */
export async function readEvidence(project: ReadProject): Promise<Evidence> {
  const [collections, accounts, files] = await Promise.all([
    readCollections(project.database),
    readAccounts(project.auth),
    readFiles(project),
  ]);
  return { at: Date.now(), aheadMs: project.aheadMs, collections, accounts, files };
}

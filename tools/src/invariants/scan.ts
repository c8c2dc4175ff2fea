import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { getStorage, type Storage } from 'firebase-admin/storage';
import { type Outcome } from '../checks/checks';
import { emulatorEnvironment } from '../suite/environment';
import { BUCKET, type Ports, PROJECT } from '../suite/ports';
import { CALLS, DELIVERY } from './delivery';
import { ACCESS, MEMBERS } from './members';
import { RECORD, SIGNALS } from './record';
import { SECRECY, UPLOADS } from './secrecy';
import {
  type Evidence,
  type Rule,
  type Stored,
  type StoredAccount,
  type StoredFile,
  type World,
  worldOf,
} from './world';

/** All that a project holds, with the rights of the server. */
export interface Project {
  readonly auth: Auth;
  readonly database: Firestore;
  readonly bucket: ReturnType<Storage['bucket']>;
  /** How far (ms) its record may be ahead of the clock. */
  readonly aheadMs: number;
  readonly close: () => Promise<void>;
}

function open(projectId: string, storageBucket: string, aheadMs: number): Project {
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
export const openProject = (projectId: string): Project =>
  open(projectId, `${projectId}.firebasestorage.app`, 0);

/** A suite publishes slots whose time has not come, whenever a test tells it to. */
const AHEAD_IN_SUITE_MS = 2 * 60 * 60_000;

/** A running suite. */
export function openSuite(ports: Ports): Project {
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

async function readFiles({ bucket }: Project): Promise<StoredFile[]> {
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
export async function readEvidence(project: Project): Promise<Evidence> {
  const [collections, accounts, files] = await Promise.all([
    readCollections(project.database),
    readAccounts(project.auth),
    readFiles(project),
  ]);
  return { at: Date.now(), aheadMs: project.aheadMs, collections, accounts, files };
}

const READABLE: Rule = {
  says: 'Every document is what its readers take it for',
  broken: ({ unreadable }) => unreadable.flatMap(({ isGuarded, why }) => (isGuarded ? [] : [why])),
};

/** Every promise about what is stored. */
export const RULES: readonly Rule[] = [
  READABLE,
  ...RECORD,
  ...SIGNALS,
  ...ACCESS,
  ...MEMBERS,
  ...CALLS,
  ...SECRECY,
  ...DELIVERY,
  ...UPLOADS,
];

/** What a rule was found to be. */
export interface Finding {
  readonly says: string;
  readonly broken: readonly string[];
}

/** Places of one rule that are shown; the rest is counted. */
const SHOWN = 10;

/** Holds every rule against what was read. */
export const findingsOf = (world: World): Finding[] =>
  RULES.map(({ says, broken }) => ({ says, broken: broken(world) }));

/** The findings as lines, the broken rules with their places. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ says, broken }) => {
    const places = broken.slice(0, SHOWN).map((place) => `    ${place}`);
    const more = broken.length > SHOWN ? [`    and ${broken.length - SHOWN} more`] : [];
    return [`${broken.length === 0 ? '✓' : '✗'} ${says}`, ...places, ...more];
  });
  return `${lines.join('\n')}\n`;
}

const outcomeOf = (findings: readonly Finding[]): Outcome => {
  const failed = findings.filter(({ broken }) => broken.length > 0).length;
  return { passed: findings.length - failed, failed, skipped: 0, output: report(findings) };
};

/**
 * Reads a project and holds every rule against it. What triggers have yet to mirror is given time: it is read again, until
 * all rules hold or `patienceMs` is over.
 */
export async function scan(project: Project, patienceMs: number): Promise<Outcome> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const outcome = outcomeOf(findingsOf(worldOf(await readEvidence(project))));
    if (outcome.failed === 0 || Date.now() >= until) return outcome;
    await sleep(AGAIN_AFTER_MS);
  }
}

const AGAIN_AFTER_MS = 1000;

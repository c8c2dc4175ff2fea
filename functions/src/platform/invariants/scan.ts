import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../core/firebase';
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
} from './world';

/** All that a project holds, with the rights of the server. */
export interface Held {
  readonly auth: Auth;
  readonly database: Firestore;
  readonly bucket: Bucket;
  /** How far (ms) its record may be ahead of the clock. */
  readonly aheadMs: number;
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

async function readFiles({ bucket }: Held): Promise<StoredFile[]> {
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
export async function readEvidence(project: Held): Promise<Evidence> {
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

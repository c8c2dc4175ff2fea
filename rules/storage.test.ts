import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import {
  deleteObject,
  getBytes,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  type FirebaseStorage,
} from 'firebase/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS,
  claimsFor,
  openSession,
  PEOPLE,
  sidOf,
  SIGNED_IN,
  uidOf,
  type Person,
} from './people';
import { emulatorAt, rulesFile } from './suite';

const MEGABYTE = 1024 * 1024;
const OWNER = 'guest';
const OPERATIONS = ['create', 'get', 'list', 'overwrite', 'change its data', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

/** The people who are allowed each operation on a file of the guest, existing or new; all others are refused. */
const TABLE: Readonly<Record<string, Partial<Record<Operation, readonly Person[]>>>> = {
  'pending/{guest}': { create: [OWNER] },
  'proofs/{guest}': { get: [OWNER, 'staff'], list: ['staff'] },
  'setupProofs/{guest}': { get: [OWNER, 'staff'], list: ['staff'] },
  'pictures/{guest}': {},
  'pending/{guest}/deeper': {},
  'elsewhere/{guest}': {},
  'proofs/{guest}/deeper': {},
};

let environment: RulesTestEnvironment;
const run = Date.now();
let files = 0;

const uid = (person: Person): string => `${uidOf(person)}-${run}`;

/** A file id that no earlier upload used. */
const newId = (): string => `file-${run}-${(files += 1)}`;

function storageOf(person: Person, claims?: object): FirebaseStorage {
  if (person === 'anonymous') return environment.unauthenticatedContext().storage();
  const carried = { sid: sidOf(uid(person)), ...(claims ?? claimsFor(ACCESS[person])) };
  return environment.authenticatedContext(uid(person), carried).storage();
}

/** The storage with these claims and no others. */
const storageWith = (person: Person, claims: object): FirebaseStorage =>
  environment.authenticatedContext(uid(person), { ...claims }).storage();

const upload = (storage: FirebaseStorage, path: string, contentType = 'image/png', bytes = 100) =>
  uploadBytes(ref(storage, path), new Uint8Array(bytes), { contentType });

/**
 * Writes an upload permission as the server does, with `changes` to the fields that the rules check.
 * @returns the path of the file
 */
async function leave(changes: object = {}, owner: Person = OWNER): Promise<string> {
  const id = newId();
  await environment.withSecurityRulesDisabled(async (context) => {
    const given = { uid: uid(owner), kind: 'proof', type: 'image/png', size: 100, usedAt: null };
    const expireAt = new Date(Date.now() + DAY_MS);
    await context
      .firestore()
      .doc(`uploads/${id}`)
      .set({ ...given, createdAt: new Date(), expireAt, ...changes });
  });
  return `pending/${uid(owner)}/${id}`;
}

async function fileIn(folder: string): Promise<string> {
  const path = `${folder}/${newId()}`;
  await environment.withSecurityRulesDisabled(async (context) => {
    await upload(context.storage(), path);
  });
  return path;
}

async function attempt(storage: FirebaseStorage, operation: Operation, folder: string) {
  if (operation === 'create') {
    const id = (await leave()).split('/').at(-1) ?? '';
    return upload(storage, `${folder}/${id}`);
  }
  if (operation === 'list') return listAll(ref(storage, folder));
  const path = await fileIn(folder);
  const file = ref(storage, path);
  if (operation === 'get') return getBytes(file);
  if (operation === 'overwrite') return upload(storage, path);
  if (operation === 'delete') return deleteObject(file);
  return updateMetadata(file, { contentType: 'text/html' });
}

beforeAll(async () => {
  environment = await initializeTestEnvironment({
    // The emulator looks up live user documents in the suite's own project, whichever one a client names.
    projectId: process.env['GCLOUD_PROJECT'] ?? '',
    firestore: emulatorAt('FIRESTORE_EMULATOR_HOST'),
    storage: {
      rules: rulesFile('storage.rules'),
      ...emulatorAt('FIREBASE_STORAGE_EMULATOR_HOST'),
    },
  });
  await environment.withSecurityRulesDisabled(async (context) => {
    const firestore = context.firestore();
    const written = SIGNED_IN.flatMap((person) => [
      firestore.doc(`users/${uid(person)}`).set(ACCESS[person]),
      firestore.doc(`sessions/${sidOf(uid(person))}`).set(openSession(uid(person))),
    ]);
    await Promise.all(written);
  });
});

afterAll(async () => {
  await environment.withSecurityRulesDisabled(async (context) => {
    const paths = SIGNED_IN.flatMap((person) => [
      `users/${uid(person)}`,
      `sessions/${sidOf(uid(person))}`,
    ]);
    await Promise.all(paths.map((path) => context.firestore().doc(path).delete()));
  });
  await environment.cleanup();
});

for (const [template, cells] of Object.entries(TABLE)) {
  describe(template, () => {
    const folder = template.replace('{guest}', uid('guest'));
    for (const operation of OPERATIONS) {
      const allowed = cells[operation] ?? [];
      it(`${operation}: ${allowed.join(' and ') || 'nobody'}`, async () => {
        for (const person of PEOPLE) {
          const tried = attempt(storageOf(person), operation, folder);
          await (allowed.includes(person) ? assertSucceeds(tried) : assertFails(tried));
        }
      });
    }
  });
}

/** Uploads a file as its owner. */
const send = (path: string, { type = 'image/png', bytes = 100, ...more }: Sent = {}) =>
  uploadBytes(ref(storageOf(OWNER), path), new Uint8Array(bytes), { contentType: type, ...more });

interface Sent {
  readonly type?: string;
  readonly bytes?: number;
  readonly contentEncoding?: string;
}

describe('a file that is brought', () => {
  it.each(['image/png', 'image/jpeg', 'application/pdf'])('may be %s', async (type) => {
    await assertSucceeds(send(await leave({ type }), { type }));
  });

  it.each(['image/svg+xml', 'image/pngx', 'text/html', 'application/pdf', ''])(
    'may not be "%s" where the leave says another type',
    async (type) => {
      await assertFails(send(await leave(), { type }));
    },
  );

  it('has the size that was said', async () => {
    for (const bytes of [99, 101]) await assertFails(send(await leave(), { bytes }));
  });

  it('may have all but 10 MB, not 10 MB and not nothing, whatever the leave says', async () => {
    const sized = async (size: number) => send(await leave({ size }), { bytes: size });
    await assertSucceeds(sized(10 * MEGABYTE - 1));
    await assertFails(sized(10 * MEGABYTE));
    await assertFails(sized(0));
  });

  it('is not packed', async () => {
    await assertSucceeds(send(await leave(), { contentEncoding: 'identity' }));
    for (const contentEncoding of ['gzip', 'br', 'deflate', 'GZIP', 'gzip, identity'])
      await assertFails(send(await leave(), { contentEncoding }));
  });

  it.each([
    ['was used', { usedAt: new Date() }],
    ['ran out', { expireAt: new Date(Date.now() - 1000) }],
    ['is another member’s', { uid: 'somebody-else' }],
  ])('is refused where the leave %s', async (_why, changes) => {
    await assertFails(send(await leave(changes)));
  });

  it('is refused without leave, and under the leave of another member in the own folder', async () => {
    await assertFails(send(`pending/${uid(OWNER)}/${newId()}`));
    const id = (await leave({}, 'other member')).split('/').at(-1) ?? '';
    await assertFails(send(`pending/${uid(OWNER)}/${id}`));
  });

  it('goes up once', async () => {
    const path = await leave();
    await assertSucceeds(send(path));
    await assertFails(send(path));
  });

  it('asks no more than two documents of the database, as the platform allows', () => {
    const rules = rulesFile('storage.rules');
    const read = [...rules.matchAll(/documents\/(\w+)\/\$\(/g)].map(([, name]) => name);
    expect(read.sort()).toEqual(['sessions', 'uploads', 'users']);
    const body = (name: string) =>
      new RegExp(`function ${name}\\([^{]*\\{[^}]*\\}`).exec(rules)?.[0];
    // Session and permission, or session and user: never all three.
    expect(body('isOwner')).not.toContain('users');
    expect(body('isStaff')).not.toContain('uploads');
    expect(rules).not.toMatch(/isStaff\(\)[^;]*hasLeave|hasLeave[^;]*isStaff\(\)/);
  });
});

describe('a proof', () => {
  it('is taken from nobody whose session ended or was never granted, and shown to none of staff then', async () => {
    const path = await fileIn(`proofs/${uid('guest')}`);
    const ended = `ended-${run}`;
    await environment.withSecurityRulesDisabled(async (context) => {
      const over = { ...openSession(uid('staff')), endedAt: new Date() };
      await context.firestore().doc(`sessions/${ended}`).set(over);
    });
    for (const sid of [undefined, 'never-granted', ended, sidOf(uid('other member'))]) {
      const claims = sid === undefined ? {} : { sid };
      const owner = storageWith('guest', claims);
      await assertFails(upload(owner, await leave()));
      await assertFails(getBytes(ref(owner, path)));
      const staff = { ...claimsFor(ACCESS.staff), ...claims };
      const reader = storageWith('staff', staff);
      await assertFails(getBytes(ref(reader, path)));
    }
    await environment.withSecurityRulesDisabled((context) =>
      context.firestore().doc(`sessions/${ended}`).delete(),
    );
  });

  it('is not shown to whoever merely claims to be staff', async () => {
    const path = await fileIn(`proofs/${uid('guest')}`);
    const forger = storageOf('other member', { staff: true });
    await assertFails(getBytes(ref(forger, path)));
    const withoutClaims = storageOf('staff', {});
    await assertFails(getBytes(ref(withoutClaims, path)));
  });
});

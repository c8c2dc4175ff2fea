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
  toTokenClaims,
  openSession,
  PEOPLE,
  toSessionId,
  LOGGED_IN,
  toPersonUid,
  type Person,
} from './people';
import { getEmulatorAddress, readRulesFile } from './suite';

const MEGABYTE = 1024 * 1024;
const OWNER = 'guest';
const OPERATIONS = ['create', 'get', 'list', 'overwrite', 'change its metadata', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Who may do what with a guest's file; everyone else is refused. */
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
const runId = Date.now();
let fileCount = 0;

const toUid = (person: Person): string => `${toPersonUid(person)}-${runId}`;

const createId = (): string => `file-${runId}-${(fileCount += 1)}`;

function openStorage(person: Person, claims?: object): FirebaseStorage {
  if (person === 'anonymous') return environment.unauthenticatedContext().storage();
  const tokenClaims = {
    sid: toSessionId(toUid(person)),
    ...(claims ?? toTokenClaims(ACCESS[person])),
  };
  return environment.authenticatedContext(toUid(person), tokenClaims).storage();
}

const openStorageWith = (person: Person, claims: object): FirebaseStorage =>
  environment.authenticatedContext(toUid(person), { ...claims }).storage();

const upload = (storage: FirebaseStorage, path: string, contentType = 'image/png', bytes = 100) =>
  uploadBytes(ref(storage, path), new Uint8Array(bytes), { contentType });

/**
 * Writes an upload permission as the server does, with `changes` to the fields that the rules
 * check.
 * @returns the file's path
 */
async function grantUpload(changes: object = {}, owner: Person = OWNER): Promise<string> {
  const id = createId();
  await environment.withSecurityRulesDisabled(async (context) => {
    const permission = {
      uid: toUid(owner),
      kind: 'proof',
      type: 'image/png',
      size: 100,
      usedAt: null,
    };
    const expireAt = new Date(Date.now() + DAY_MS);
    await context
      .firestore()
      .doc(`uploads/${id}`)
      .set({ ...permission, createdAt: new Date(), expireAt, ...changes });
  });
  return `pending/${toUid(owner)}/${id}`;
}

async function createFile(folder: string): Promise<string> {
  const path = `${folder}/${createId()}`;
  await environment.withSecurityRulesDisabled(async (context) => {
    await upload(context.storage(), path);
  });
  return path;
}

async function attempt(storage: FirebaseStorage, operation: Operation, folder: string) {
  if (operation === 'create') {
    const id = (await grantUpload()).split('/').at(-1) ?? '';
    return upload(storage, `${folder}/${id}`);
  }
  if (operation === 'list') return listAll(ref(storage, folder));
  const path = await createFile(folder);
  const file = ref(storage, path);
  if (operation === 'get') return getBytes(file);
  if (operation === 'overwrite') return upload(storage, path);
  if (operation === 'delete') return deleteObject(file);
  return updateMetadata(file, { contentType: 'text/html' });
}

beforeAll(async () => {
  environment = await initializeTestEnvironment({
    // The emulator looks up user documents in the suite's own project, whatever project a client
    // names.
    projectId: process.env['GCLOUD_PROJECT'] ?? '',
    firestore: getEmulatorAddress('FIRESTORE_EMULATOR_HOST'),
    storage: {
      rules: readRulesFile('storage.rules'),
      ...getEmulatorAddress('FIREBASE_STORAGE_EMULATOR_HOST'),
    },
  });
  await environment.withSecurityRulesDisabled(async (context) => {
    const firestore = context.firestore();
    const writes = LOGGED_IN.flatMap((person) => [
      firestore.doc(`users/${toUid(person)}`).set(ACCESS[person]),
      firestore.doc(`sessions/${toSessionId(toUid(person))}`).set(openSession(toUid(person))),
    ]);
    await Promise.all(writes);
  });
});

afterAll(async () => {
  await environment.withSecurityRulesDisabled(async (context) => {
    const paths = LOGGED_IN.flatMap((person) => [
      `users/${toUid(person)}`,
      `sessions/${toSessionId(toUid(person))}`,
    ]);
    await Promise.all(paths.map((path) => context.firestore().doc(path).delete()));
  });
  await environment.cleanup();
});

for (const [template, cells] of Object.entries(TABLE)) {
  describe(template, () => {
    const folder = template.replace('{guest}', toUid('guest'));
    for (const operation of OPERATIONS) {
      const allowed = cells[operation] ?? [];
      it(`${operation}: ${allowed.join(' and ') || 'nobody'}`, async () => {
        for (const person of PEOPLE) {
          const request = attempt(openStorage(person), operation, folder);
          await (allowed.includes(person) ? assertSucceeds(request) : assertFails(request));
        }
      });
    }
  });
}

const uploadAsOwner = (
  path: string,
  { type = 'image/png', bytes = 100, ...more }: UploadOptions = {},
) =>
  uploadBytes(ref(openStorage(OWNER), path), new Uint8Array(bytes), { contentType: type, ...more });

interface UploadOptions {
  readonly type?: string;
  readonly bytes?: number;
  readonly contentEncoding?: string;
}

describe('an uploaded file', () => {
  it.each(['image/png', 'image/jpeg', 'application/pdf'])('may be %s', async (type) => {
    await assertSucceeds(uploadAsOwner(await grantUpload({ type }), { type }));
  });

  it.each(['image/svg+xml', 'image/pngx', 'text/html', 'application/pdf', ''])(
    'may not be "%s" if the permission names a different type',
    async (type) => {
      await assertFails(uploadAsOwner(await grantUpload(), { type }));
    },
  );

  it('must have the permitted size', async () => {
    for (const bytes of [99, 101]) await assertFails(uploadAsOwner(await grantUpload(), { bytes }));
  });

  it('must be below 10 MB and not empty, whatever the permission says', async () => {
    const uploadSized = async (size: number) =>
      uploadAsOwner(await grantUpload({ size }), { bytes: size });
    await assertSucceeds(uploadSized(10 * MEGABYTE - 1));
    await assertFails(uploadSized(10 * MEGABYTE));
    await assertFails(uploadSized(0));
  });

  it('must not be compressed', async () => {
    await assertSucceeds(uploadAsOwner(await grantUpload(), { contentEncoding: 'identity' }));
    for (const contentEncoding of ['gzip', 'br', 'deflate', 'GZIP', 'gzip, identity'])
      await assertFails(uploadAsOwner(await grantUpload(), { contentEncoding }));
  });

  it.each([
    ['was used', { usedAt: new Date() }],
    ['has expired', { expireAt: new Date(Date.now() - 1000) }],
    ['is another member’s', { uid: 'somebody-else' }],
  ])('is refused if the permission %s', async (_why, changes) => {
    await assertFails(uploadAsOwner(await grantUpload(changes)));
  });

  it('is refused without a permission, and with another member’s permission in one’s own folder', async () => {
    await assertFails(uploadAsOwner(`pending/${toUid(OWNER)}/${createId()}`));
    const id = (await grantUpload({}, 'other member')).split('/').at(-1) ?? '';
    await assertFails(uploadAsOwner(`pending/${toUid(OWNER)}/${id}`));
  });

  it('can be uploaded only once', async () => {
    const path = await grantUpload();
    await assertSucceeds(uploadAsOwner(path));
    await assertFails(uploadAsOwner(path));
  });

  it('reads at most two documents, which is the platform’s limit', () => {
    const rules = readRulesFile('storage.rules');
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
  it('can’t be uploaded or read, not even by staff, if the session has ended or never existed', async () => {
    const path = await createFile(`proofs/${toUid('guest')}`);
    const endedId = `ended-${runId}`;
    await environment.withSecurityRulesDisabled(async (context) => {
      const endedSession = { ...openSession(toUid('staff')), endedAt: new Date() };
      await context.firestore().doc(`sessions/${endedId}`).set(endedSession);
    });
    for (const sid of [undefined, 'never-granted', endedId, toSessionId(toUid('other member'))]) {
      const claims = sid === undefined ? {} : { sid };
      const owner = openStorageWith('guest', claims);
      await assertFails(upload(owner, await grantUpload()));
      await assertFails(getBytes(ref(owner, path)));
      const staff = { ...toTokenClaims(ACCESS.staff), ...claims };
      const reader = openStorageWith('staff', staff);
      await assertFails(getBytes(ref(reader, path)));
    }
    await environment.withSecurityRulesDisabled((context) =>
      context.firestore().doc(`sessions/${endedId}`).delete(),
    );
  });

  it('is not shown to callers who only claim to be staff', async () => {
    const path = await createFile(`proofs/${toUid('guest')}`);
    const forger = openStorage('other member', { staff: true });
    await assertFails(getBytes(ref(forger, path)));
    const withoutClaims = openStorage('staff', {});
    await assertFails(getBytes(ref(withoutClaims, path)));
  });
});

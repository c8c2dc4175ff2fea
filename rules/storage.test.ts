import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  deleteObject,
  getBytes,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  type FirebaseStorage,
} from 'firebase/storage';
import { afterAll, beforeAll, describe, it } from 'vitest';
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

/** Who may do what with a file that is, or is to be, the guest's; what stands nowhere nobody may. */
const TABLE: Readonly<Record<string, Partial<Record<Operation, Person>>>> = {
  'proofs/{guest}': { create: OWNER, get: 'staff', list: 'staff' },
  'setupProofs/{guest}': { create: OWNER, get: 'staff', list: 'staff' },
  'elsewhere/{guest}': {},
  'proofs/{guest}/deeper': {},
};

let environment: RulesTestEnvironment;
const run = Date.now();
let files = 0;

const uid = (person: Person): string => `${uidOf(person)}-${run}`;

/** A file id that no earlier upload had. */
const newId = (): string => `file-${run}-${(files += 1)}`;

function storageOf(person: Person, claims?: object): FirebaseStorage {
  if (person === 'anonymous') return environment.unauthenticatedContext().storage();
  const carried = { sid: sidOf(uid(person)), ...(claims ?? claimsFor(ACCESS[person])) };
  return environment.authenticatedContext(uid(person), carried).storage();
}

const upload = (storage: FirebaseStorage, path: string, contentType = 'image/png', bytes = 100) =>
  uploadBytes(ref(storage, path), new Uint8Array(bytes), { contentType });

async function fileIn(folder: string): Promise<string> {
  const path = `${folder}/${newId()}`;
  await environment.withSecurityRulesDisabled(async (context) => {
    await upload(context.storage(), path);
  });
  return path;
}

async function attempt(storage: FirebaseStorage, operation: Operation, folder: string) {
  if (operation === 'create') return upload(storage, `${folder}/${newId()}`);
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
    // The emulator looks live records up in the suite's own project, whichever one a client names.
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
      it(`${operation}: ${cells[operation] ?? 'nobody'}`, async () => {
        for (const person of PEOPLE) {
          const tried = attempt(storageOf(person), operation, folder);
          await (cells[operation] === person ? assertSucceeds(tried) : assertFails(tried));
        }
      });
    }
  });
}

describe('a proof', () => {
  const own = (folder = 'proofs') => `${folder}/${uid('guest')}/${newId()}`;

  it.each(['image/png', 'image/jpeg'])('may be %s', async (type) => {
    await assertSucceeds(upload(storageOf('guest'), own(), type));
  });

  it.each(['image/svg+xml', 'image/pngx', 'ximage/png', 'text/html', 'application/pdf', ''])(
    'may not be "%s"',
    async (type) => {
      await assertFails(upload(storageOf('guest'), own(), type));
    },
  );

  it('of an account setup may be a PDF too, and no page', async () => {
    await assertSucceeds(upload(storageOf('guest'), own('setupProofs'), 'application/pdf'));
    await assertFails(upload(storageOf('guest'), own('setupProofs'), 'text/html'));
  });

  it('may have all but 10 MB, not 10 MB and not nothing', async () => {
    const guest = storageOf('guest');
    await assertSucceeds(upload(guest, own(), 'image/png', 10 * MEGABYTE - 1));
    await assertFails(upload(guest, own(), 'image/png', 10 * MEGABYTE));
    await assertFails(upload(guest, own(), 'image/png', 0));
  });

  it.each(['<b>.png', 'a b', 'x'.repeat(65)])('may not be called %s', async (name) => {
    await assertFails(upload(storageOf('guest'), `proofs/${uid('guest')}/${name}`));
  });

  it('is taken from nobody whose session ended or was never granted, and shown to none of staff then', async () => {
    const path = await fileIn(`proofs/${uid('guest')}`);
    const ended = `ended-${run}`;
    await environment.withSecurityRulesDisabled(async (context) => {
      const over = { ...openSession(uid('staff')), endedAt: new Date() };
      await context.firestore().doc(`sessions/${ended}`).set(over);
    });
    for (const sid of [undefined, 'never-granted', ended, sidOf(uid('other member'))]) {
      const claims = sid === undefined ? {} : { sid };
      const owner = environment.authenticatedContext(uid('guest'), claims).storage();
      await assertFails(upload(owner, own()));
      await assertFails(upload(owner, own('setupProofs')));
      const staff = { ...claimsFor(ACCESS.staff), ...claims };
      const reader = environment.authenticatedContext(uid('staff'), staff).storage();
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

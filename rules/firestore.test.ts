import {
  assertFails,
  assertSucceeds,
  initializeTestEnvironment,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';
import { setLogLevel } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACCESS,
  toTokenClaims,
  openSession,
  getTargetOwner,
  PEOPLE,
  type Person,
  toSessionId,
  LOGGED_IN,
  toPersonUid,
} from './people';
import { listExpectedRows, type Row } from './expectedReads';
import { getEmulatorAddress, readRulesFile, type Database } from './suite';

/**
 * Readers by path; everyone else is refused. `{own}` is the caller's own document, or the guest's
 * for staff and other members.
 * A list queries the whole collection, or only documents that match the filter.
 */
const TABLE: readonly Row[] = [
  ...EVERY_COLLECTION.flatMap(listExpectedRows),
  // Paths without a rule.
  ['elsewhere/of-{own}', '', ''],
  ['users/{own}/notes/of-{own}', '', ''],
  ['signals/basic/notes/of-{own}', '', ''],
];

const OWNERS = ['guest', 'starter', 'essential', 'other-member', 'staff'];
const OPERATIONS = ['get', 'list', 'create', 'update', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

let environment: RulesTestEnvironment;

const buildContent = (path: string, owner: string) => ({
  uid: owner,
  audience: path.endsWith('order-flow') ? 'order-flow' : 'basic',
  open: !path.includes('/held-'),
});

async function writeDocuments(firestore: Database): Promise<void> {
  const writes = TABLE.flatMap(([template]) =>
    OWNERS.map((owner) => {
      const path = template.replaceAll('{own}', owner);
      return firestore.doc(path).set(buildContent(path, owner));
    }),
  );
  await Promise.all(writes);
  await Promise.all(
    LOGGED_IN.flatMap((person) => {
      const uid = toPersonUid(person);
      const session = firestore.doc(`sessions/${toSessionId(uid)}`);
      return [firestore.doc(`users/${uid}`).set(ACCESS[person]), session.set(openSession(uid))];
    }),
  );
}

const connections = new Map<Person, Database>();

function connect(person: Person): Database {
  const context =
    person === 'anonymous'
      ? environment.unauthenticatedContext()
      : environment.authenticatedContext(toPersonUid(person), {
          ...toTokenClaims(ACCESS[person]),
          sid: toSessionId(toPersonUid(person)),
        });
  return context.firestore();
}

async function attempt(
  firestore: Database,
  operation: Operation,
  [template, , , filter]: Row,
  owner: string,
): Promise<void> {
  const fillOwner = (text: string) => text.replaceAll('{own}', owner);
  const document = firestore.doc(fillOwner(template));
  const collection = document.parent;
  const [field, value] = filter ?? [];
  const filterValue = typeof value === 'string' ? fillOwner(value) : value;
  const query = field === undefined ? collection : collection.where(field, '==', filterValue);
  await {
    get: () => document.get(),
    list: () => query.limit(300).get(),
    create: () => collection.doc().set(buildContent(document.path, owner)),
    update: () => document.update({ uid: owner }),
    delete: () => document.delete(),
  }[operation]();
}

const listAllowed = (row: Row, operation: Operation): string[] => {
  const [, get, list] = row;
  const cell = { get, list, create: '', update: '', delete: '' }[operation];
  return cell === '' ? [] : cell.split(', ');
};

beforeAll(async () => {
  setLogLevel('silent');
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules',
    firestore: {
      rules: readRulesFile('firestore.rules'),
      ...getEmulatorAddress('FIRESTORE_EMULATOR_HOST'),
    },
  });
  await environment.clearFirestore();
  await environment.withSecurityRulesDisabled((context) => writeDocuments(context.firestore()));
  for (const person of PEOPLE) connections.set(person, connect(person));
});

afterAll(() => environment.cleanup());

async function assertAccess(row: Row, operation: Operation, person: Person): Promise<void> {
  const firestore = connections.get(person);
  if (!firestore) throw new Error(`${person} is not connected`);
  const request = attempt(firestore, operation, row, getTargetOwner(person));
  await (listAllowed(row, operation).includes(person)
    ? assertSucceeds(request)
    : assertFails(request));
}

for (const row of TABLE) {
  const [path, , , filter] = row;
  describe(filter ? `${path} where ${filter.join(' is ')}` : path, () => {
    for (const operation of OPERATIONS) {
      it(`${operation}: ${listAllowed(row, operation).join(', ') || 'nobody'}`, async () => {
        await Promise.all(PEOPLE.map((person) => assertAccess(row, operation, person)));
      });
    }
  });
}

describe('the table', () => {
  const findRows = (name: string) => TABLE.filter(([path]) => path.split('/')[0] === name);

  it.each(EVERY_COLLECTION)(
    'has a row for %s that only its readers can read',
    (name, { readers }) => {
      const cells = findRows(name).flatMap(([path, get, list]) =>
        path.split('/').length === 2 ? [get, list] : [],
      );
      expect(cells, `Add a row for ${name}`).not.toEqual([]);
      expect(cells.some((cell) => cell !== '')).toBe(readers !== undefined);
    },
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

interface Query {
  readonly collection: string;
  /** Fields that have to have a value, or one of some. */
  readonly equal: readonly string[];
  readonly order?: readonly [field: string, direction: 'asc' | 'desc'];
}

const signals = (equal: readonly string[], ...order: [string, 'asc' | 'desc'] | []): Query =>
  order.length === 0 ? { collection: 'signals', equal } : { collection: 'signals', equal, order };

/**
 * Every query of the product, by its file. The emulator answers queries without an index, production refuses them: a
 * query that is written belongs here too.
 */
const QUERIES: Readonly<Record<string, readonly Query[]>> = {
  'functions/src/platform/account/accessEvents.ts': [
    { collection: 'accessEvents', equal: ['uid'] },
  ],
  'functions/src/platform/account/changeAddress.ts': [{ collection: 'mail', equal: ['to'] }],
  'functions/src/platform/account/deletion.ts': [
    { collection: 'deletions', equal: [], order: ['startedAt', 'asc'] },
  ],
  'functions/src/platform/account/devices.ts': [{ collection: 'devices', equal: ['uid'] }],
  'functions/src/platform/account/erase.ts': ['proofs', 'setups', 'tickets', 'devices'].map(
    (collection) => ({ collection, equal: ['uid'] }),
  ),
  'functions/src/platform/account/exportAccount.ts': ['proofs', 'setups', 'tickets'].map(
    (collection): Query => ({ collection, equal: ['uid'], order: ['createdAt', 'desc'] }),
  ),
  'functions/src/platform/account/exportSignals.ts': [
    { collection: 'ledger', equal: ['slot'] },
    signals([], 'createdAt', 'asc'),
  ],
  'functions/src/platform/account/mails.ts': [
    { collection: 'mail', equal: ['to'] },
    { collection: 'mail', equal: ['uid'] },
  ],
  'functions/src/platform/account/pseudonym.ts': [
    { collection: 'accessEvents', equal: ['uid'] },
    { collection: 'accessEvents', equal: ['by'] },
    { collection: 'staffActions', equal: ['uid'] },
    { collection: 'staffActions', equal: ['by'] },
  ],
  'functions/src/platform/account/remembered.ts': [{ collection: 'idempotency', equal: ['uid'] }],
  'functions/src/platform/admin/accessHistory.ts': [
    { collection: 'accessEvents', equal: ['uid'], order: ['at', 'desc'] },
  ],
  'functions/src/platform/admin/audit.ts': ['accessEvents', 'staffActions'].flatMap((collection) =>
    [['uid'], ['by'], ['by', 'uid'], []].map((equal): Query => ({
      collection,
      equal,
      order: ['at', 'desc'],
    })),
  ),
  'functions/src/platform/admin/cannedAnswers.ts': [
    { collection: 'cannedAnswers', equal: [], order: ['title', 'asc'] },
  ],
  'functions/src/platform/admin/codes.ts': [
    { collection: 'dashboardCodes', equal: [], order: ['issuedAt', 'desc'] },
  ],
  'functions/src/platform/admin/failedMails.ts': [
    { collection: 'mail', equal: ['state'], order: ['updatedAt', 'desc'] },
  ],
  'functions/src/platform/admin/people.ts': [{ collection: 'users', equal: ['email'] }],
  'functions/src/platform/admin/searchUsers.ts': ['email', 'nameLower', 'admissionCode'].map(
    (field): Query => ({ collection: 'users', equal: [field] }),
  ),
  'functions/src/platform/admin/systemState.ts': [
    signals([], 'createdAt', 'desc'),
    { collection: 'misses', equal: [], order: ['slot', 'desc'] },
    { collection: 'publications', equal: [], order: ['day', 'desc'] },
  ],
  'functions/src/platform/admin/ticketInbox.ts': [
    { collection: 'tickets', equal: ['state', 'priority'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/admin/userAnchors.ts': [
    { collection: 'users', equal: [], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/admin/userLists.ts': [
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'desc'] },
    { collection: 'users', equal: ['tier'], order: ['createdAt', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'asc'] },
    { collection: 'users', equal: [], order: ['proofWaitingSince', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'desc'] },
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
    { collection: 'registrations', equal: ['uid'] },
  ],
  'functions/src/platform/ledger/readLedger.ts': [
    { collection: 'ledger', equal: [], order: ['seq', 'asc'] },
  ],
  'functions/src/platform/mail/deliver.ts': [
    { collection: 'mail', equal: [], order: ['dueAt', 'asc'] },
  ],
  'functions/src/platform/proofReview/noteWaiting.ts': [
    { collection: 'proofs', equal: ['uid', 'state'], order: ['createdAt', 'asc'] },
    { collection: 'proofs', equal: ['state'] },
  ],
  'functions/src/platform/proofReview/queue.ts': [
    { collection: 'proofs', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/proofReview/readCase.ts': [
    { collection: 'proofs', equal: ['digest'] },
    { collection: 'proofs', equal: ['traderId'] },
    { collection: 'proofs', equal: ['uid'], order: ['createdAt', 'desc'] },
  ],
  'functions/src/platform/record/correct.ts': [signals([], 'createdAt', 'asc')],
  'functions/src/platform/record/settle.ts': [signals(['settlement'], 'createdAt', 'asc')],
  'functions/src/platform/registrations/expire.ts': [
    { collection: 'registrations', equal: [], order: ['expireAt', 'asc'] },
  ],
  'functions/src/platform/resets/resets.ts': [{ collection: 'resets', equal: ['digest'] }],
  'functions/src/platform/setupReview/readCase.ts': [
    { collection: 'setups', equal: ['digest'] },
    { collection: 'setups', equal: ['brokerAccount'] },
  ],
  'functions/src/platform/setupReview/waiting.ts': [
    { collection: 'setups', equal: ['state'], order: ['createdAt', 'asc'] },
  ],
  'functions/src/platform/signals/countSignals.ts': [signals(['settlement']), signals(['seeded'])],
  'functions/src/platform/signals/listSignals.ts': [
    signals([], 'createdAt', 'desc'),
    signals([], 'createdAt', 'asc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'createdAt', 'asc'),
    signals(['audience'], 'updatedAt', 'asc'),
  ],
  'functions/src/platform/signals/readSettled.ts': [signals([], 'settlement.settledAt', 'desc')],
  'functions/src/platform/timestamps/stamps.ts': [
    { collection: 'stamps', equal: [], order: ['day', 'asc'] },
  ],
  'web/src/data/firestore/own.ts': ['proofs', 'setups', 'tickets'].map((collection): Query => ({
    collection,
    equal: ['uid'],
    order: ['createdAt', 'desc'],
  })),
  'web/src/data/firestore/signals.ts': [
    signals([], 'createdAt', 'desc'),
    signals([], 'updatedAt', 'asc'),
    signals(['audience'], 'createdAt', 'desc'),
    signals(['audience'], 'updatedAt', 'asc'),
  ],
};

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

const indexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.literal('COLLECTION'),
      fields: z.array(
        z.object({ fieldPath: z.string(), order: z.enum(['ASCENDING', 'DESCENDING']) }),
      ),
    }),
  ),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});
const declared = indexesSchema.parse(JSON.parse(textOf('firestore.indexes.json')));

const DIRECTIONS = { asc: 'ASCENDING', desc: 'DESCENDING' } as const;

/** The composite index that a query needs, as text; null where the index of the single field serves. */
function indexFor({ collection, equal, order }: Query): string | null {
  if (equal.length + (order ? 1 : 0) < 2) return null;
  const fields = [...equal].sort().map((field) => `${field} ASCENDING`);
  return [collection, ...fields, ...(order ? [`${order[0]} ${DIRECTIONS[order[1]]}`] : [])].join();
}

const declaredIndexes = declared.indexes.map(({ collectionGroup, fields }) =>
  [collectionGroup, ...fields.map(({ fieldPath, order }) => `${fieldPath} ${order}`)].join(),
);
const needed = Object.values(QUERIES).flat().map(indexFor);

/** Source files that speak to Firestore and narrow or order what they ask for. */
function filesWithQueries(): string[] {
  const folders = ['functions/src', 'web/src'];
  const files = folders.flatMap((folder) =>
    readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return files.filter((file) => {
    const text = textOf(file);
    return /firestore'/.test(text) && /\b(where|orderBy)\(/.test(text);
  });
}

const fieldsNamedIn = (file: string): string[] => [
  ...new Set(
    [...textOf(file).matchAll(/\b(?:where|orderBy)\(\s*'([^']+)'/g)].map(
      ([, field]) => field ?? '',
    ),
  ),
];

describe('firestore.indexes.json', () => {
  it('has the index of every query', () => {
    expect(declaredIndexes).toEqual(
      expect.arrayContaining(needed.filter((index) => index !== null)),
    );
  });

  it('has no index that no query needs', () => {
    expect(needed).toEqual(expect.arrayContaining(declaredIndexes));
  });

  it('lets documents expire where the server says when', () => {
    const expiring = declared.fieldOverrides.filter(({ ttl }) => ttl === true);
    expect(expiring.every(({ fieldPath }) => fieldPath === 'expireAt')).toBe(true);
    expect(expiring.map(({ collectionGroup }) => collectionGroup).sort()).toEqual([
      'addressChanges',
      'candles',
      'confirmations',
      'dashboardCodes',
      'devices',
      'idempotency',
      'mail',
      'proofClaims',
      'publications',
      'rateLimits',
      'resets',
      'transfers',
    ]);
  });
});

describe('the list of queries', () => {
  it('knows every file that asks Firestore', () => {
    const listed = Object.keys(QUERIES).sort();
    expect(filesWithQueries().sort(), 'Add the queries of the file to QUERIES').toEqual(listed);
  });

  it.each(Object.entries(QUERIES))('knows each field that %s asks by', (file, queries) => {
    const listed = queries.flatMap(({ equal, order }) => [...equal, ...(order ? [order[0]] : [])]);
    expect(fieldsNamedIn(file).sort()).toEqual([...new Set(listed)].sort());
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../src/collections/collections';
import { COLLECTIONS_BY_FILE, listQueryFields, formatIndex, QUERIES } from './queries';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

const INDEXES = fileURLToPath(new URL('firestore.indexes.json', root));

const fieldOf = (written: string) => {
  const [fieldPath, how] = written.split(' ');
  return how === 'CONTAINS' ? { fieldPath, arrayConfig: how } : { fieldPath, order: how };
};

/** The composite indexes of all queries, each once. */
const composite = [...new Set(QUERIES.flatMap((query) => formatIndex(query) ?? []))].map(
  (index) => {
    const [collectionGroup, ...fields] = index.split(',');
    return { collectionGroup, queryScope: 'COLLECTION', fields: fields.map(fieldOf) };
  },
);

const ofObject = z.object({
  _zod: z.object({ def: z.object({ shape: z.record(z.string(), z.unknown()) }) }),
});
const wrapper = z.object({ _zod: z.object({ def: z.object({ innerType: z.unknown() }) }) });

function isTime(schema: unknown): boolean {
  if (schema === firestoreTimeSchema) return true;
  const inner = wrapper.safeParse(schema).data?._zod.def.innerType;
  return inner !== undefined && isTime(inner);
}

/**
 * Times in the documents of a collection that no query goes by. An index of what only grows lets a collection take 500
 * writes a second. Source: cloud.google.com/firestore/docs/best-practices, "Hotspots".
 */
function idleTimes(collection: string, schema: unknown): string[] {
  const asked = new Set(
    QUERIES.filter((one) => one.collection === collection).flatMap(listQueryFields),
  );
  const fields = Object.entries(ofObject.safeParse(schema).data?._zod.def.shape ?? {});
  return fields.flatMap(([name, field]) => (isTime(field) && !asked.has(name) ? [name] : []));
}

const fieldOverrides = EVERY_COLLECTION.flatMap(
  ([collectionGroup, { schema, expires, unindexed = [] }]) => {
    const idle = idleTimes(collectionGroup, schema).filter((name) => name !== 'expireAt');
    return [
      ...(expires === true
        ? [{ collectionGroup, fieldPath: 'expireAt', ttl: true, indexes: [] }]
        : []),
      ...[...unindexed, ...idle].map((fieldPath) => ({ collectionGroup, fieldPath, indexes: [] })),
    ];
  },
);

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

it('makes firestore.indexes.json of the registry', async () => {
  const made = JSON.stringify({ indexes: composite, fieldOverrides });
  const { code } = await format(INDEXES, made);
  await expect(code).toMatchFileSnapshot(INDEXES);
});

it('keeps times that only grow, and that nobody asks by, out of the index', () => {
  const idle = fieldOverrides.map(
    ({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`,
  );
  expect(idle).toEqual(
    expect.arrayContaining(['sessions.lastSeenAt', 'idempotency.createdAt', 'rateLimits.times']),
  );
  expect(idle).not.toContain('mail.dueAt');
  // More exemptions of single fields a database does not take. Source: firebase.google.com/docs/firestore/quotas.
  expect(idle.length).toBeLessThan(200);
});

describe('the registry’s queries', () => {
  it('are those of files that are known', () => {
    const listed = Object.keys(COLLECTIONS_BY_FILE).sort();
    expect(filesWithQueries().sort(), 'Add the file to ASKERS').toEqual(listed);
  });

  it.each(Object.entries(COLLECTIONS_BY_FILE))(
    'have each field that %s asks by',
    (file, collections) => {
      const known = QUERIES.filter(({ collection }) =>
        collections.some((one) => one === collection),
      );
      expect(
        known.flatMap(listQueryFields),
        'Add the query to its collection in functions/src/collections/collections.ts',
      ).toEqual(expect.arrayContaining(fieldsNamedIn(file)));
    },
  );

  it.each(QUERIES)('$collection: $equal $order is asked by a file', (query) => {
    const files = Object.entries(COLLECTIONS_BY_FILE).flatMap(([file, collections]) =>
      collections.some((one) => one === query.collection) ? [file] : [],
    );
    const asks = (file: string) => {
      const named = fieldsNamedIn(file);
      return listQueryFields(query).every((field) => named.includes(field));
    };
    expect(files.some(asks), `${listQueryFields(query).join()} of ${files.join()}`).toBe(true);
  });
});

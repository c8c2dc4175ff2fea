import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../src/collections';
import { ASKERS, fieldsOf, indexFor, QUERIES } from './queries';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

const indexesSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.literal('COLLECTION'),
      fields: z.array(
        z.union([
          z.strictObject({ fieldPath: z.string(), order: z.enum(['ASCENDING', 'DESCENDING']) }),
          z.strictObject({ fieldPath: z.string(), arrayConfig: z.literal('CONTAINS') }),
        ]),
      ),
    }),
  ),
  fieldOverrides: z.array(
    z.strictObject({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.optional(z.boolean()),
      indexes: z.array(z.unknown()),
    }),
  ),
});
const declared = indexesSchema.parse(JSON.parse(textOf('firestore.indexes.json')));

const declaredIndexes = declared.indexes.map(({ collectionGroup, fields }) =>
  [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(),
);
const needed = QUERIES.map(indexFor);

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

  it('lets documents expire, and indexes no field, where the registry says so', () => {
    const overrides = EVERY_COLLECTION.flatMap(([collectionGroup, { expires, unindexed = [] }]) => [
      ...(expires === true
        ? [{ collectionGroup, fieldPath: 'expireAt', ttl: true, indexes: [] }]
        : []),
      ...unindexed.map((fieldPath) => ({ collectionGroup, fieldPath, indexes: [] })),
    ]);
    const inOrder = <T extends { collectionGroup: string }>(list: readonly T[]) =>
      [...list].sort((a, b) => (a.collectionGroup < b.collectionGroup ? -1 : 1));
    expect(inOrder(declared.fieldOverrides)).toEqual(inOrder(overrides));
  });
});

describe('the registry’s queries', () => {
  it('are those of files that are known', () => {
    const listed = Object.keys(ASKERS).sort();
    expect(filesWithQueries().sort(), 'Add the file to ASKERS').toEqual(listed);
  });

  it.each(Object.entries(ASKERS))('have each field that %s asks by', (file, collections) => {
    const known = QUERIES.filter(({ collection }) => collections.some((one) => one === collection));
    expect(
      known.flatMap(fieldsOf),
      'Add the query to its collection in functions/src/collections.ts',
    ).toEqual(expect.arrayContaining(fieldsNamedIn(file)));
  });

  it.each(QUERIES)('$collection: $equal $order is asked by a file', (query) => {
    const files = Object.entries(ASKERS).flatMap(([file, collections]) =>
      collections.some((one) => one === query.collection) ? [file] : [],
    );
    const asks = (file: string) => {
      const named = fieldsNamedIn(file);
      return fieldsOf(query).every((field) => named.includes(field));
    };
    expect(files.some(asks), `${fieldsOf(query).join()} of ${files.join()}`).toBe(true);
  });
});

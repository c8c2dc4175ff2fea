import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { indexFor, QUERIES } from './queries';

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
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});
const declared = indexesSchema.parse(JSON.parse(textOf('firestore.indexes.json')));

const declaredIndexes = declared.indexes.map(({ collectionGroup, fields }) =>
  [collectionGroup, ...fields.map((field) => Object.values(field).join(' '))].join(),
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
      'pushDelays',
      'pushSubscriptions',
      'pushes',
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
    const listed = queries.flatMap(({ equal, contains, order }) => [
      ...equal,
      ...(contains === undefined ? [] : [contains]),
      ...(order ? [order[0]] : []),
    ]);
    expect(fieldsNamedIn(file).sort()).toEqual([...new Set(listed)].sort());
  });
});

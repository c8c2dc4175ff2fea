import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { EVERY_COLLECTION } from '../src/collections';
import { ASKERS, fieldsOf, indexFor, QUERIES } from './queries';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');

const INDEXES = fileURLToPath(new URL('firestore.indexes.json', root));

const fieldOf = (written: string) => {
  const [fieldPath, how] = written.split(' ');
  return how === 'CONTAINS' ? { fieldPath, arrayConfig: how } : { fieldPath, order: how };
};

/** The composite indexes of all queries, each once. */
const composite = [...new Set(QUERIES.flatMap((query) => indexFor(query) ?? []))].map((index) => {
  const [collectionGroup, ...fields] = index.split(',');
  return { collectionGroup, queryScope: 'COLLECTION', fields: fields.map(fieldOf) };
});

const fieldOverrides = EVERY_COLLECTION.flatMap(
  ([collectionGroup, { expires, unindexed = [] }]) => [
    ...(expires === true
      ? [{ collectionGroup, fieldPath: 'expireAt', ttl: true, indexes: [] }]
      : []),
    ...unindexed.map((fieldPath) => ({ collectionGroup, fieldPath, indexes: [] })),
  ],
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
  const options = await resolveConfig(INDEXES);
  const made = JSON.stringify({ indexes: composite, fieldOverrides });
  const formatted = await format(made, { ...options, parser: 'json' });
  await expect(formatted).toMatchFileSnapshot(INDEXES);
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

import { fileURLToPath } from 'node:url';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../src/collections/collections';
import { formatIndex, listQueryFields, OUTDATED_HELPERS, QUERIES, QUERYING_FILES } from './queries';

const root = new URL('../../', import.meta.url);

const INDEXES = fileURLToPath(new URL('firestore.indexes.json', root));

const parseField = (written: string) => {
  const [fieldPath, how] = written.split(' ');
  return how === 'CONTAINS' ? { fieldPath, arrayConfig: how } : { fieldPath, order: how };
};

/** The composite indexes of all queries, each once. */
const composite = [...new Set(QUERIES.flatMap((query) => formatIndex(query) ?? []))].map(
  (index) => {
    const [collectionGroup, ...fields] = index.split(',');
    return { collectionGroup, queryScope: 'COLLECTION', fields: fields.map(parseField) };
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

it('generates firestore.indexes.json from the registry', async () => {
  const made = JSON.stringify({ indexes: composite, fieldOverrides });
  const { code } = await format(INDEXES, made);
  await expect(code).toMatchFileSnapshot(INDEXES);
});

it('excludes increasing timestamps that no query uses from indexes', () => {
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

describe('queries of the registry', () => {
  it('come from files with known collections', () => {
    const unknown = QUERYING_FILES.filter(({ collections }) => collections === null);
    const files = unknown.map(({ file }) => file);
    expect(files, 'Add the file to QUERIED_BY_HELPER in functions/test/queries.ts').toEqual([]);
    expect(OUTDATED_HELPERS).toEqual([]);
  });

  it.each(QUERYING_FILES)('include each field that $file filters or orders by', (one) => {
    const known = QUERIES.filter(({ collection }) =>
      one.collections?.some((name) => name === collection),
    );
    expect(
      known.flatMap(listQueryFields),
      'Add the query to its collection in functions/src/collections',
    ).toEqual(expect.arrayContaining([...one.fields]));
  });

  it.each(QUERIES)('$collection: $equal $order is used by a file', (query) => {
    const users = QUERYING_FILES.filter(({ collections }) =>
      collections?.some((name) => name === query.collection),
    );
    const isUsed = users.some(({ fields }) =>
      listQueryFields(query).every((field) => fields.includes(field)),
    );
    const files = users.map(({ file }) => file).join();
    expect(isUsed, `${listQueryFields(query).join()} of ${files}`).toBe(true);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { listDropped } from './knownFields';
import { callExample, decodeField, documentExample, ENDPOINTS, SCHEMAS } from './releaseExamples';

const folder = fileURLToPath(new URL('../../compatibility', import.meta.url));
const RELEASES = readdirSync(folder);

function readExamples<T>(release: string, file: string, schema: z.ZodMiniType<T>): T[] {
  const text = readFileSync(`${folder}/${release}/${file}`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

function expectKnown(schema: z.ZodMiniType, example: unknown): void {
  const { data, error } = schema.safeParse(example);
  expect(error?.issues ?? []).toEqual([]);
  expect(listDropped(example, data)).toEqual([]);
}

describe.each(RELEASES)('release %s', (release) => {
  const documents = readExamples(release, 'documents.ndjson', documentExample);
  const calls = readExamples(release, 'calls.ndjson', callExample);

  it.each(documents)('stored $name documents that can still be read', ({ name, fields }) => {
    const schema = SCHEMAS.get(name);
    if (!schema) throw new Error(`There is no collection ${name} any more`);
    expectKnown(schema, decodeField(fields));
  });

  it.each(calls)('made $name calls that are still answered', (call) => {
    const endpoint = ENDPOINTS.get(call.name);
    if (!endpoint) throw new Error(`There is no endpoint ${call.name} any more`);
    expect(endpoint).toMatchObject({ method: call.method, path: call.path });
    if (endpoint.query) expectKnown(endpoint.query, call.query);
    // A call without a body counts as an empty one.
    if (endpoint.body) expectKnown(endpoint.body, call.body ?? {});
    expectKnown(endpoint.data, call.data);
  });
});

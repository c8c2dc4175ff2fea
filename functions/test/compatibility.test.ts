import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { Timestamp } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { COLLECTIONS } from '../src/collections/collections';
import { listDropped } from './knownFields';

const folder = fileURLToPath(new URL('../../compatibility', import.meta.url));
const RELEASES = readdirSync(folder);

const documentExample = z.object({ name: z.string(), fields: z.unknown() });
const callExample = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
});

function readExamples<T>(release: string, file: string, schema: z.ZodMiniType<T>): T[] {
  const text = readFileSync(`${folder}/${release}/${file}`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}

const storedTime = z.strictObject({ $timestamp: z.number() });

function decodeField(value: unknown): unknown {
  const time = storedTime.safeParse(value).data;
  if (time) return Timestamp.fromMillis(time.$timestamp);
  if (Array.isArray(value)) return value.map(decodeField);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, decodeField(field)]),
  );
}

function expectKnown(schema: z.ZodMiniType, example: unknown): void {
  const { data, error } = schema.safeParse(example);
  expect(error?.issues ?? []).toEqual([]);
  expect(listDropped(example, data)).toEqual([]);
}

const collections: Readonly<Record<string, { readonly schema: z.ZodMiniType }>> = COLLECTIONS;
const registry: Readonly<Record<string, Endpoint>> = endpoints;

describe.each(RELEASES)('release %s', (release) => {
  const documents = readExamples(release, 'documents.ndjson', documentExample);
  const calls = readExamples(release, 'calls.ndjson', callExample);

  it.each(documents)('stored $name documents that can still be read', ({ name, fields }) => {
    const collection = collections[name];
    if (!collection) throw new Error(`There is no collection ${name} any more`);
    expectKnown(collection.schema, decodeField(fields));
  });

  it.each(calls)('made $name calls that are still answered', (call) => {
    const endpoint = registry[call.name];
    if (!endpoint) throw new Error(`There is no endpoint ${call.name} any more`);
    expect(endpoint).toMatchObject({ method: call.method, path: call.path });
    if (endpoint.query) expectKnown(endpoint.query, call.query);
    // A call without a body counts as an empty one.
    if (endpoint.body) expectKnown(endpoint.body, call.body ?? {});
    expectKnown(endpoint.data, call.data);
  });
});

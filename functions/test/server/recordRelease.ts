import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@quantalgo/contracts/endpoints';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { ZodMiniType } from 'zod/mini';
import { COLLECTIONS } from '../../src/collections/collections';
import { removeDropped } from '../knownFields';

/** Set only while the documents and calls of a release are recorded. */
const recordingTo = process.env['RECORD_RELEASE'];

const MAX_EXAMPLES = 3;
const MAX_LENGTH = 6_000;

const keysByName = new Map<string, Set<string>>();

/** Field names and types, without array indices: equal for examples that prove the same. */
function listShape(value: unknown, path = ''): string[] {
  if (Array.isArray(value))
    return value.slice(0, 1).flatMap((item) => listShape(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}:${typeof value}`];
  return Object.entries(value).flatMap(([key, field]) => listShape(field, `${path}.${key}`));
}

function append(folder: string, file: string, name: string, example: object): void {
  const text = JSON.stringify({ name, ...example });
  const key = listShape(example).sort().join();
  const keys = keysByName.get(name) ?? new Set();
  if (keys.has(key) || keys.size >= MAX_EXAMPLES || text.length > MAX_LENGTH) return;
  keysByName.set(name, keys.add(key));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const examples = lines.filter((line) => line.startsWith(`{"name":"${name}"`));
  if (examples.length < MAX_EXAMPLES && !examples.includes(text)) appendFileSync(path, `${text}\n`);
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

export interface RecordedCall {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly data: unknown;
}

export function recordCall({ method, url, body, data }: RecordedCall): void {
  if (recordingTo === undefined) return;
  const candidates = Object.entries(endpoints).filter(([, one]) => one.method === method);
  const match =
    candidates.find(([, { path }]) => path === url.pathname) ??
    candidates.find(([, { path }]) => toPattern(path).test(url.pathname));
  if (!match) return;
  const [name, { path }] = match;
  const query = Object.fromEntries(url.searchParams);
  append(recordingTo, 'calls.ndjson', name, { method, path, query, body, data });
}

const encodeField = (value: unknown): unknown => {
  if (value instanceof Timestamp) return { $timestamp: value.toMillis() };
  if (Array.isArray(value)) return value.map(encodeField);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, encodeField(field)]),
  );
};

const collections: Readonly<Record<string, { readonly schema: ZodMiniType }>> = COLLECTIONS;

/** Call it before the project is cleared or closed. */
export async function recordDocuments(database: Firestore): Promise<void> {
  if (recordingTo === undefined) return;
  for (const collection of await database.listCollections()) {
    const { docs } = await collection.limit(50).get();
    for (const document of docs) {
      const fields = document.data();
      const parsed = collections[collection.id]?.schema.safeParse(fields);
      // Some tests store documents that no release would. Fields without a reader are left out.
      if (parsed?.success)
        append(recordingTo, 'documents.ndjson', collection.id, {
          fields: encodeField(removeDropped(fields, parsed.data)),
        });
    }
  }
}

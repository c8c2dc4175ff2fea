import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { removeDropped } from '../knownFields';
import { encodeField, ENDPOINTS, type Example, SCHEMAS } from '../releaseExamples';

/** Set only while the documents and calls of a release are recorded. */
const recordingTo = process.env['RECORD_RELEASE'];

const MAX_EXAMPLES = 12;
const MAX_LENGTH = 6_000;

/** Field paths with types, without array indices. */
function listPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPaths(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [`${path}:${typeof value}`];
  return Object.entries(value).flatMap(([key, field]) => listPaths(field, `${path}.${key}`));
}

const namedSchema = z.looseObject({ name: z.string() });

const pathsByName = new Map<string, Set<string>>();

/** Paths of the examples with this name, also of those that other test processes recorded. */
function readRecorded(file: string, name: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const examples = lines
    .map((line) => namedSchema.parse(JSON.parse(line)))
    .filter((example) => example.name === name);
  return { count: examples.length, paths: new Set(examples.flatMap((one) => listPaths(one))) };
}

/** Skips examples that show no new field, and all beyond the limit. */
function append(folder: string, name: string, example: Example): void {
  const text = JSON.stringify(example);
  // Of the JSON, which has no undefined fields, as in the file.
  const paths = listPaths(JSON.parse(text));
  const seen = pathsByName.get(example.name) ?? new Set();
  if (text.length > MAX_LENGTH || paths.every((path) => seen.has(path))) return;
  pathsByName.set(example.name, new Set([...seen, ...paths]));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const recorded = readRecorded(file, example.name);
  const isNew = paths.some((path) => !recorded.paths.has(path));
  if (isNew && recorded.count < MAX_EXAMPLES) appendFileSync(file, `${text}\n`);
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
  const candidates = [...ENDPOINTS].filter(([, one]) => one.method === method);
  const match =
    candidates.find(([, { path }]) => path === url.pathname) ??
    candidates.find(([, { path }]) => toPattern(path).test(url.pathname));
  if (!match) return;
  const [name, { path }] = match;
  const query = Object.fromEntries(url.searchParams);
  append(recordingTo, 'calls.ndjson', { name, method, path, query, body, data });
}

/** Call it before documents are deleted, and before the project is cleared or closed. */
export async function recordDocuments(database: Firestore): Promise<void> {
  if (recordingTo === undefined) return;
  for (const collection of await database.listCollections()) {
    const { docs } = await collection.limit(50).get();
    for (const document of docs) {
      const fields = document.data();
      const parsed = SCHEMAS.get(collection.id)?.safeParse(fields);
      // Some tests store documents that no release would. Fields without a reader are left out.
      if (parsed?.success)
        append(recordingTo, 'documents.ndjson', {
          name: collection.id,
          fields: encodeField(removeDropped(fields, parsed.data)),
        });
    }
  }
}

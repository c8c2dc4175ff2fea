import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type {
  Page,
  RawSnapshot,
  RuleScope,
  StoredAccount,
  StoredDocument,
  StoredFile,
} from './snapshot';

/** Number of parts: with a million members each holds about four thousand. */
export const PARTS = 256;

/** Where data is put: a part by member, slot or address (of mail or push), all parts, or the record. */
type Place = readonly [scope: RuleScope, key: string | typeof EVERYWHERE];

const EVERYWHERE = Symbol('everywhere');

const isPinned = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'pinned') === true;

const textOf = (data: unknown, field: string): string => {
  const value: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined;
  return typeof value === 'string' ? value : '';
};

/** Collections whose document ids are uids. */
const BY_MEMBER: readonly string[] = ['users', 'credentials', 'journalHeads'];

/** Collections that are checked by member, and against the whole leaderboard. */
const PUBLISHED: readonly string[] = ['publishers', 'displayNames'];

/** Collections whose document ids are slots, and which are checked by slot. */
const BY_SLOT: readonly string[] = ['signals', 'misses', 'corrections'];

const RECORD: readonly string[] = [
  'ledger',
  'ledgerHeads',
  'logs',
  'logTiles',
  'stats',
  'stamps',
  'status',
  'userAnchors',
  'leaderboard',
  'leaderboardPacks',
  'rooms',
];

/** Where the rules look for a document. A signal's push to all devices belongs to every member. */
function placesOf(collection: string, { id, data }: StoredDocument<unknown>): Place[] {
  const uid = BY_MEMBER.includes(collection) ? id : textOf(data, 'uid');
  const slots: Place[] = [];
  if (BY_SLOT.includes(collection)) slots.push(['slot', id]);
  if (collection === 'signals' || PUBLISHED.includes(collection)) slots.push(['record', '']);
  if (collection === 'messages' && isPinned(data)) slots.push(['record', '']);
  if (collection === 'ledger') slots.push(['slot', textOf(data, 'slot')]);
  if (collection === 'pushes') slots.push(['slot', textOf(data, 'about')]);
  if (RECORD.includes(collection)) return [...slots, ['record', '']];
  if (collection === 'users') slots.push(['address', textOf(data, 'email').toLowerCase()]);
  if (collection === 'broadcasts') slots.push(['slot', textOf(data, 'signal')]);
  if (collection === 'broadcasts' && textOf(data, 'from') === '')
    return [...slots, ['member', EVERYWHERE]];
  return uid === '' ? slots : [...slots, ['member', uid]];
}

const packSchema = z.looseObject({
  devices: z.record(z.string(), z.unknown()),
  counts: z.record(z.string(), z.unknown()),
});

/** A pack has devices of many members: each device is put aside with its share of the pack. */
function sharesOf({
  id,
  data,
}: StoredDocument<unknown>): { stored: StoredDocument<unknown>; places: Place[] }[] {
  const pack = z.safeParse(packSchema, data).data;
  return Object.entries(pack?.devices ?? {}).map(([device, fields]) => {
    const counts = pack && device in pack.counts ? { [device]: pack.counts[device] } : {};
    const stored = { id, data: { ...pack, devices: { [device]: fields }, counts } };
    return {
      stored,
      places: [
        ['member', textOf(fields, 'uid')],
        ['address', device],
      ],
    };
  });
}

const timeSchema = z.strictObject({ '\0time': z.tuple([z.int(), z.int()]) });
const numberSchema = z.strictObject({ '\0number': z.string() });

/** Encodes a document's value for JSON. */
function coded(value: unknown): unknown {
  if (value instanceof Timestamp) return { '\0time': [value.seconds, value.nanoseconds] };
  if (typeof value === 'number' && !Number.isFinite(value)) return { '\0number': String(value) };
  if (Array.isArray(value)) return value.map(coded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, coded(inner)]));
}

function decoded(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const time = timeSchema.safeParse(value).data?.['\0time'];
  if (time) return new Timestamp(...time);
  const number = numberSchema.safeParse(value).data?.['\0number'];
  return number === undefined ? value : Number(number);
}

const lineSchema = z.union([
  z.object({ collection: z.string(), id: z.string(), data: z.unknown() }),
  z.object({
    uid: z.string(),
    email: z.nullable(z.string()),
    disabled: z.boolean(),
    claims: z.optional(z.unknown()),
  }),
  z.object({ path: z.string(), uploadedAt: z.number() }),
]);

/** The raw data in one part. */
function rawIn(text: string): Pick<RawSnapshot, 'collections' | 'accounts' | 'files'> {
  const collections: Record<string, StoredDocument<unknown>[]> = {};
  const accounts: StoredAccount[] = [];
  const files: StoredFile[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read = lineSchema.parse(JSON.parse(line, decoded));
    if ('collection' in read) {
      const { collection, id, data } = read;
      (collections[collection] ??= []).push({ id, data });
    } else if ('path' in read) files.push(read);
    else accounts.push({ ...read, claims: read.claims });
  }
  return { collections, accounts, files };
}

/** A project's data, put aside on this machine's disk until `remove`, to be checked in parts. */
export interface Parts {
  readonly put: (page: Page) => void;
  readonly read: () => Generator<{
    readonly scope: RuleScope;
    readonly raw: ReturnType<typeof rawIn>;
  }>;
  readonly remove: () => void;
}

/** The lines of a page, each with the places where it is put. */
function linesOf(page: Page): { readonly line: object; readonly places: Place[] }[] {
  if ('accounts' in page)
    return page.accounts.map((line) => ({ line, places: [['member', line.uid]] }));
  if ('files' in page)
    return page.files.map((line) => {
      const [, uid = ''] = line.path.split('/');
      return { line, places: [['member', uid]] };
    });
  const { collection, documents } = page;
  const placed =
    collection === 'pushPacks'
      ? documents.flatMap(sharesOf)
      : documents.map((stored) => ({ stored, places: placesOf(collection, stored) }));
  return placed.map(({ stored: { id, data }, places }) => ({
    line: { collection, id, data: coded(data) },
    places,
  }));
}

/** Creates an empty folder for this many parts of each kind. */
export function openParts(parts: number): Parts {
  const folder = mkdtempSync(join(tmpdir(), 'invariants-'));
  const partOf = (key: string) => createHash('sha256').update(key).digest().readUInt32BE(0) % parts;
  const fileOf = (scope: RuleScope, part: number | 'every') => join(folder, `${scope}-${part}`);
  const textIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

  return {
    put(page) {
      const added = new Map<string, string>();
      for (const { line, places } of linesOf(page))
        for (const [scope, key] of places) {
          const file = fileOf(scope, key === EVERYWHERE ? 'every' : partOf(key));
          added.set(file, `${added.get(file) ?? ''}${JSON.stringify(line)}\n`);
        }
      for (const [file, text] of added) appendFileSync(file, text, { mode: 0o600 });
    },
    *read() {
      for (const scope of ['member', 'slot', 'address', 'record'] as const) {
        const every = textIn(fileOf(scope, 'every'));
        for (let part = 0; part < parts; part += 1)
          yield { scope, raw: rawIn(every + textIn(fileOf(scope, part))) };
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

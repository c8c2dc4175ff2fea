import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSlotDay } from '@quantalgo/contracts/core/slots';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { EVERY_COLLECTION } from '../../collections/collections';
import {
  createRecordReader,
  getLedgerPosition,
  type Page,
  type RawSnapshot,
  type RecordReader,
  type RuleScope,
  type StoredAccount,
  type StoredDocument,
  type StoredFile,
} from './snapshot';

/** With a million members, each holds about four thousand. */
export const DEFAULT_PARTITIONS = 256;

/** Consecutive entries in a file, so that the ledger is read in order and in parts. */
const ENTRIES_PER_BLOCK = 1000;

/**
 * An `address` is an email address or the id of a push subscription. A `block` is numbered, a `day`
 * is that of a slot.
 */
type Location =
  | readonly [scope: RuleScope | 'day', key: string | typeof EVERYWHERE]
  | readonly [scope: 'block', key: number];

const EVERYWHERE = Symbol('everywhere');

const WHOLE_RECORD: Location = ['record', EVERYWHERE];

const isPinnedNote = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'pinned') === true;

const getText = (data: unknown, field: string): string => {
  const value: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined;
  return typeof value === 'string' ? value : '';
};

const UID_COLLECTIONS: readonly string[] = EVERY_COLLECTION.flatMap(([name, { member }]) =>
  member?.by === 'id' ? [name] : [],
);

/** Checked per member, and against the whole leaderboard. */
const LEADERBOARD_COLLECTIONS: readonly string[] = ['publishers', 'displayNames'];

const SLOT_COLLECTIONS: readonly string[] = ['signals', 'misses', 'corrections'];

const RECORD_COLLECTIONS: readonly string[] = [
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

const getBlock = (entryId: string): number =>
  Math.floor(getLedgerPosition(entryId) / ENTRIES_PER_BLOCK);

/** A signal's push to all devices belongs to every member. */
function findLocations(collection: string, { id, data }: StoredDocument<unknown>): Location[] {
  const uid = UID_COLLECTIONS.includes(collection) ? id : getText(data, 'uid');
  const locations: Location[] = [];
  if (SLOT_COLLECTIONS.includes(collection)) locations.push(['slot', id]);
  if (collection === 'signals') locations.push(['day', getSlotDay(id)]);
  if (LEADERBOARD_COLLECTIONS.includes(collection)) locations.push(WHOLE_RECORD);
  if (collection === 'messages' && isPinnedNote(data)) locations.push(WHOLE_RECORD);
  if (collection === 'ledger')
    locations.push(['slot', getText(data, 'slot')], ['block', getBlock(id)]);
  if (collection === 'pushes') locations.push(['slot', getText(data, 'about')]);
  if (RECORD_COLLECTIONS.includes(collection)) return [...locations, WHOLE_RECORD];
  if (collection === 'users') locations.push(['address', getText(data, 'email').toLowerCase()]);
  if (collection === 'broadcasts') locations.push(['slot', getText(data, 'signal')]);
  if (collection === 'broadcasts' && getText(data, 'from') === '')
    return [...locations, ['member', EVERYWHERE]];
  return uid === '' ? locations : [...locations, ['member', uid]];
}

const packSchema = z.looseObject({
  devices: z.record(z.string(), z.unknown()),
  counts: z.record(z.string(), z.unknown()),
});

/** A pack has devices of many members, so each device is stored with its share of the pack. */
function splitPack({
  id,
  data,
}: StoredDocument<unknown>): { stored: StoredDocument<unknown>; locations: Location[] }[] {
  const pack = z.safeParse(packSchema, data).data;
  return Object.entries(pack?.devices ?? {}).map(([device, fields]) => {
    const counts = pack && device in pack.counts ? { [device]: pack.counts[device] } : {};
    const stored = { id, data: { ...pack, devices: { [device]: fields }, counts } };
    return {
      stored,
      locations: [
        ['member', getText(fields, 'uid')],
        ['address', device],
      ],
    };
  });
}

const timeSchema = z.strictObject({ '\0time': z.tuple([z.int(), z.int()]) });
const numberSchema = z.strictObject({ '\0number': z.string() });

function encode(value: unknown): unknown {
  if (value instanceof Timestamp) return { '\0time': [value.seconds, value.nanoseconds] };
  if (typeof value === 'number' && !Number.isFinite(value)) return { '\0number': String(value) };
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, encode(inner)]));
}

function decode(_name: string, value: unknown): unknown {
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

function parseLines(text: string): Pick<RawSnapshot, 'collections' | 'accounts' | 'files'> {
  const collections: Record<string, StoredDocument<unknown>[]> = {};
  const accounts: StoredAccount[] = [];
  const files: StoredFile[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const record = lineSchema.parse(JSON.parse(line, decode));
    if ('collection' in record) {
      const { collection, id, data } = record;
      (collections[collection] ??= []).push({ id, data });
    } else if ('path' in record) files.push(record);
    else accounts.push({ ...record, claims: record.claims });
  }
  return { collections, accounts, files };
}

/** Stored on this machine's disk until `remove` is called. */
export interface PartitionStore extends RecordReader {
  readonly put: (page: Page) => void;
  readonly read: () => Generator<{
    readonly scope: RuleScope;
    readonly raw: ReturnType<typeof parseLines>;
  }>;
  readonly remove: () => void;
}

function toLines(page: Page): { readonly line: object; readonly locations: Location[] }[] {
  if ('accounts' in page)
    return page.accounts.map((line) => ({ line, locations: [['member', line.uid]] }));
  if ('files' in page)
    return page.files.map((line) => {
      const [, uid = ''] = line.path.split('/');
      return { line, locations: [['member', uid]] };
    });
  const { collection, documents } = page;
  const placements =
    collection === 'pushPacks'
      ? documents.flatMap(splitPack)
      : documents.map((stored) => ({ stored, locations: findLocations(collection, stored) }));
  return placements.map(({ stored: { id, data }, locations }) => ({
    line: { collection, id, data: encode(data) },
    locations,
  }));
}

export function openPartitions(partitionCount: number): PartitionStore {
  const folder = mkdtempSync(join(tmpdir(), 'invariants-'));
  const blocks = new Set<number>();
  const getPartition = (key: string) =>
    createHash('sha256').update(key).digest().readUInt32BE(0) % partitionCount;
  const getFile = (scope: Location[0], partition: number | 'every') =>
    join(folder, `${scope}-${partition}`);
  const findFile = ([scope, key]: Location) => {
    if (typeof key === 'number') return getFile(scope, key);
    return getFile(scope, key === EVERYWHERE ? 'every' : getPartition(key));
  };
  const readText = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const openRecordFile = (location: Location) =>
    createRecordReader(parseLines(readText(findFile(location))));

  return {
    put(page) {
      const linesByFile = new Map<string, string>();
      for (const { line, locations } of toLines(page))
        for (const location of locations) {
          const file = findFile(location);
          if (location[0] === 'block') blocks.add(location[1]);
          linesByFile.set(file, `${linesByFile.get(file) ?? ''}${JSON.stringify(line)}\n`);
        }
      for (const [file, text] of linesByFile) appendFileSync(file, text, { mode: 0o600 });
    },
    *read() {
      for (const scope of ['member', 'slot', 'address'] as const) {
        const sharedText = readText(getFile(scope, 'every'));
        for (let partition = 0; partition < partitionCount; partition += 1)
          yield { scope, raw: parseLines(sharedText + readText(getFile(scope, partition))) };
      }
      yield { scope: 'record', raw: parseLines(readText(findFile(WHOLE_RECORD))) };
    },
    *readLedger() {
      for (const block of [...blocks].sort((a, b) => a - b))
        yield* openRecordFile(['block', block]).readLedger();
    },
    readSignals: (day) => openRecordFile(['day', day]).readSignals(day),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

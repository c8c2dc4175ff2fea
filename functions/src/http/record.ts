import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { type TileName, parseTilePath, getTileWidth } from '@quantalgo/contracts/record/log/tiles';
import { readStampedDay, readToken } from '../platform/record/checkpointStamps';
import {
  readConsistency,
  readEntryBundle,
  readInclusion,
  readLog,
  readNewestCheckpoint,
  readTile,
  type StoredLog,
} from '../platform/record/log';
import { readStampsOfMonth } from '../platform/record/stamps';
import type { ApiDeps } from './core/deps';
import { getOrigin } from './core/origin';
import { toHttpError, type Call, HttpError, type PlainReply } from './core/reply';
import { enforceLimits } from './core/request';

// Outside the registry, because other tools expect plain bytes at their own addresses.
const FOLDER = '/ledger/';

// Tiles and proofs never change once published.
const IMMUTABLE = 'public, max-age=31536000, immutable';

const SHORT_LIVED = 'public, max-age=5';

const TEXT = 'text/plain; charset=utf-8';

const BYTES = 'application/octet-stream';

const toTextReply = (content: string, cache: string): PlainReply => ({
  bytes: Buffer.from(content),
  type: TEXT,
  cache,
});

const toBytesReply = (content: Uint8Array): PlainReply => ({
  bytes: Buffer.from(content),
  type: BYTES,
  cache: IMMUTABLE,
});

const notFound = () => new HttpError(404, 'The log has no such resource');

type Resource =
  | { readonly what: 'checkpoint' | 'key' }
  | { readonly what: 'tile'; readonly tile: TileName }
  | { readonly what: 'consistency'; readonly older: number; readonly newer: number }
  | { readonly what: 'entry'; readonly index: number; readonly size: number }
  | { readonly what: 'stamps'; readonly day: string }
  | { readonly what: 'daily'; readonly month: string }
  | { readonly what: 'stamp'; readonly slot: string; readonly place: number };

const PROOF = /^(consistency|entry)\/(0|[1-9]\d{0,14})\/(0|[1-9]\d{0,14})$/;

// A day's stamped checkpoints, or the token of one of a slot's stamps.
const STAMPS = /^stamps\/(?:(\d{8})|(\d{8}T\d{4}Z)\/(\d))$/;

// A month's daily stamps, each over the newest entry of its day.
const DAILY = /^daily\/(\d{4})(0[1-9]|1[0-2])$/;

// Null if the path names no resource. Each resource has one address.
function parseResource(path: string): Resource | null {
  if (path === 'checkpoint' || path === 'key') return { what: path };
  const tile = path.startsWith('tile/') ? parseTilePath(path.slice('tile/'.length)) : null;
  if (tile) return { what: 'tile', tile };
  const [, day, slot, place] = STAMPS.exec(path) ?? [];
  if (day !== undefined) return { what: 'stamps', day };
  if (slot !== undefined) return { what: 'stamp', slot, place: Number(place) };
  const [, year, month] = DAILY.exec(path) ?? [];
  if (month !== undefined) return { what: 'daily', month: `${year}-${month}` };
  const [, what, first, second] = PROOF.exec(path) ?? [];
  if (what === 'entry') return { what, index: Number(first), size: Number(second) };
  return what ? { what: 'consistency', older: Number(first), newer: Number(second) } : null;
}

async function replyWithTile(
  { firestore }: ApiDeps,
  log: StoredLog,
  tile: TileName,
): Promise<PlainReply> {
  const { level, index, width } = tile;
  if (getTileWidth(log.size, tile) < width) throw notFound();
  if (level === 'entries') return toBytesReply(await readEntryBundle(firestore, { index, width }));
  return toBytesReply(await readTile(firestore, log, { level, index, width }));
}

const formatHashes = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => `${encodeBase64(hash)}\n`).join('');

// A line of JSON with the entry, then its inclusion proof.
async function replyWithEntry(
  { firestore }: ApiDeps,
  log: StoredLog,
  resource: Extract<Resource, { what: 'entry' }>,
): Promise<PlainReply> {
  if (resource.index >= resource.size || resource.size > log.size) throw notFound();
  const { leaf, proof } = await readInclusion(firestore, log, resource);
  return toTextReply(`${new TextDecoder().decode(leaf)}\n${formatHashes(proof)}`, IMMUTABLE);
}

const toJsonLines = (values: readonly unknown[], cache: string): PlainReply =>
  toTextReply(values.map((value) => `${JSON.stringify(value)}\n`).join(''), cache);

const replyWithStamps = async ({ firestore }: ApiDeps, day: string): Promise<PlainReply> =>
  toJsonLines(await readStampedDay(firestore, day), 'public, max-age=60');

const replyWithDailyStamps = async ({ firestore }: ApiDeps, month: string): Promise<PlainReply> =>
  toJsonLines(await readStampsOfMonth(firestore, month), 'public, max-age=300');

// A checkpoint that lacks ledger entries is withheld: anyone who timestamped it would find those entries back-dated.
// Throws 404 before the log has a checkpoint, 503 while it lacks entries.
async function replyWithCheckpoint({ firestore }: ApiDeps): Promise<PlainReply> {
  const { checkpoint, ledger } = await readNewestCheckpoint(firestore);
  if (checkpoint === null) throw notFound();
  if (!ledger) throw new HttpError(503, 'The log is catching up with its ledger');
  return toTextReply(checkpoint, SHORT_LIVED);
}

async function replyWithToken(
  { firestore }: ApiDeps,
  slot: string,
  place: number,
): Promise<PlainReply> {
  const token = await readToken(firestore, slot, place);
  if (!token) throw notFound();
  return toBytesReply(token);
}

async function replyTo(deps: ApiDeps, resource: Resource): Promise<PlainReply> {
  if (resource.what === 'checkpoint') return replyWithCheckpoint(deps);
  if (resource.what === 'stamps') return replyWithStamps(deps, resource.day);
  if (resource.what === 'daily') return replyWithDailyStamps(deps, resource.month);
  if (resource.what === 'stamp') return replyWithToken(deps, resource.slot, resource.place);
  const log = await readLog(deps.firestore);
  if (!log) throw notFound();
  if (resource.what === 'tile') return replyWithTile(deps, log, resource.tile);
  if (resource.what === 'entry') return replyWithEntry(deps, log, resource);
  if (resource.what === 'consistency') {
    const { older, newer } = resource;
    if (older > newer || newer > log.size) throw notFound();
    const proof = await readConsistency(deps.firestore, log, { older, newer });
    return toTextReply(formatHashes(proof), IMMUTABLE);
  }
  if (log.verifierKey === null) throw notFound();
  return toTextReply(`${log.verifierKey}\n`, 'public, max-age=300');
}

const FAILURE = { failure: 'Failed to get the log' } as const;

async function answer(deps: ApiDeps, call: Call, path: string): Promise<void> {
  try {
    const { method = '' } = call.request;
    if (method !== 'GET' && method !== 'HEAD')
      return call.fail(new HttpError(405, 'Only GET is served here'), ['Allow', 'GET']);
    const resource = parseResource(path);
    if (!resource) throw notFound();
    const origin = getOrigin(call.request, deps.behindPlatform);
    await enforceLimits(deps.limiter, ['readsOfOrigin', origin]);
    call.endpoint = `${FOLDER}${resource.what}`;
    call.succeedPlain(await replyTo(deps, resource));
  } catch (error) {
    call.fail(toHttpError(error, FAILURE));
  }
}

/**
 * Serves the log in the format of C2SP tlog-tiles, without the API's envelope. Returns false for other calls. Addresses
 * take no query, so that a cache stores each once.
 */
export const serveLog =
  (deps: ApiDeps) =>
  (call: Call): boolean => {
    const { url = '' } = call.request;
    if (!url.startsWith(FOLDER)) return false;
    void answer(deps, call, url.slice(FOLDER.length));
    return true;
  };

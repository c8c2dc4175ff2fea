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

// Outside the endpoint registry, because log clients expect plain bytes at these addresses.
const LOG_PATH = '/ledger/';

// Tiles and proofs never change once published.
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

const SHORT_LIVED_CACHE = 'public, max-age=5';

const TEXT_TYPE = 'text/plain; charset=utf-8';

const BINARY_TYPE = 'application/octet-stream';

const toTextReply = (content: string, cache: string): PlainReply => ({
  bytes: Buffer.from(content),
  type: TEXT_TYPE,
  cache,
});

const toBytesReply = (content: Uint8Array): PlainReply => ({
  bytes: Buffer.from(content),
  type: BINARY_TYPE,
  cache: IMMUTABLE_CACHE,
});

const createNotFoundError = () => new HttpError(404, 'Not found in the log');

type Resource =
  | { readonly kind: 'checkpoint' | 'key' }
  | { readonly kind: 'tile'; readonly tile: TileName }
  | { readonly kind: 'consistency'; readonly older: number; readonly newer: number }
  | { readonly kind: 'entry'; readonly index: number; readonly size: number }
  | { readonly kind: 'stamps'; readonly day: string }
  | { readonly kind: 'daily'; readonly month: string }
  | { readonly kind: 'stamp'; readonly slot: string; readonly authorityIndex: number };

const PROOF_PATTERN = /^(consistency|entry)\/(0|[1-9]\d{0,14})\/(0|[1-9]\d{0,14})$/;

// Matches a day's stamped checkpoints, or the token of one stamp of a slot.
const STAMPS_PATTERN = /^stamps\/(?:(\d{8})|(\d{8}T\d{4}Z)\/(\d))$/;

// Matches a month's daily stamps. Each stamps the newest entry of its day.
const DAILY_PATTERN = /^daily\/(\d{4})(0[1-9]|1[0-2])$/;

function parseResource(path: string): Resource | null {
  if (path === 'checkpoint' || path === 'key') return { kind: path };
  const tile = path.startsWith('tile/') ? parseTilePath(path.slice('tile/'.length)) : null;
  if (tile) return { kind: 'tile', tile };
  const [, day, slot, authorityIndex] = STAMPS_PATTERN.exec(path) ?? [];
  if (day !== undefined) return { kind: 'stamps', day };
  if (slot !== undefined) return { kind: 'stamp', slot, authorityIndex: Number(authorityIndex) };
  const [, year, month] = DAILY_PATTERN.exec(path) ?? [];
  if (month !== undefined) return { kind: 'daily', month: `${year}-${month}` };
  const [, kind, firstNumber, secondNumber] = PROOF_PATTERN.exec(path) ?? [];
  if (kind === 'entry') return { kind, index: Number(firstNumber), size: Number(secondNumber) };
  if (!kind) return null;
  return { kind: 'consistency', older: Number(firstNumber), newer: Number(secondNumber) };
}

async function replyWithTile(
  { firestore }: ApiDeps,
  log: StoredLog,
  tile: TileName,
): Promise<PlainReply> {
  const { level, index, width } = tile;
  if (getTileWidth(log.size, tile) < width) throw createNotFoundError();
  if (level === 'entries') return toBytesReply(await readEntryBundle(firestore, { index, width }));
  return toBytesReply(await readTile(firestore, log, { level, index, width }));
}

const formatHashes = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => `${encodeBase64(hash)}\n`).join('');

// Sends the entry as a line of JSON, then its inclusion proof.
async function replyWithEntry(
  { firestore }: ApiDeps,
  log: StoredLog,
  resource: Extract<Resource, { kind: 'entry' }>,
): Promise<PlainReply> {
  if (resource.index >= resource.size || resource.size > log.size) throw createNotFoundError();
  const { leaf, proof } = await readInclusion(firestore, log, resource);
  return toTextReply(`${new TextDecoder().decode(leaf)}\n${formatHashes(proof)}`, IMMUTABLE_CACHE);
}

const toJsonLinesReply = (values: readonly unknown[], cache: string): PlainReply =>
  toTextReply(values.map((value) => `${JSON.stringify(value)}\n`).join(''), cache);

const replyWithStamps = async ({ firestore }: ApiDeps, day: string): Promise<PlainReply> =>
  toJsonLinesReply(await readStampedDay(firestore, day), 'public, max-age=60');

const replyWithDailyStamps = async ({ firestore }: ApiDeps, month: string): Promise<PlainReply> =>
  toJsonLinesReply(await readStampsOfMonth(firestore, month), 'public, max-age=300');

// Withholds a checkpoint that lacks ledger entries, because they would look back-dated to anyone
// who timestamped it. Throws 404 without a checkpoint, 503 while entries are missing.
async function replyWithCheckpoint({ firestore }: ApiDeps): Promise<PlainReply> {
  const { checkpoint, ledger } = await readNewestCheckpoint(firestore);
  if (checkpoint === null) throw createNotFoundError();
  if (!ledger) throw new HttpError(503, 'The log is catching up with its ledger');
  return toTextReply(checkpoint, SHORT_LIVED_CACHE);
}

async function replyWithToken(
  { firestore }: ApiDeps,
  slot: string,
  authorityIndex: number,
): Promise<PlainReply> {
  const token = await readToken(firestore, slot, authorityIndex);
  if (!token) throw createNotFoundError();
  return toBytesReply(token);
}

async function replyTo(deps: ApiDeps, resource: Resource): Promise<PlainReply> {
  if (resource.kind === 'checkpoint') return replyWithCheckpoint(deps);
  if (resource.kind === 'stamps') return replyWithStamps(deps, resource.day);
  if (resource.kind === 'daily') return replyWithDailyStamps(deps, resource.month);
  if (resource.kind === 'stamp')
    return replyWithToken(deps, resource.slot, resource.authorityIndex);
  const log = await readLog(deps.firestore);
  if (!log) throw createNotFoundError();
  if (resource.kind === 'tile') return replyWithTile(deps, log, resource.tile);
  if (resource.kind === 'entry') return replyWithEntry(deps, log, resource);
  if (resource.kind === 'consistency') {
    const { older, newer } = resource;
    if (older > newer || newer > log.size) throw createNotFoundError();
    const proof = await readConsistency(deps.firestore, log, { older, newer });
    return toTextReply(formatHashes(proof), IMMUTABLE_CACHE);
  }
  if (log.verifierKey === null) throw createNotFoundError();
  return toTextReply(`${log.verifierKey}\n`, 'public, max-age=300');
}

const LOG_FAILURE = { failure: 'Failed to get the log' } as const;

async function serveResource(deps: ApiDeps, call: Call, path: string): Promise<void> {
  try {
    const { method = '' } = call.request;
    if (method !== 'GET' && method !== 'HEAD')
      return call.fail(new HttpError(405, 'Only GET is allowed'), ['Allow', 'GET']);
    const resource = parseResource(path);
    if (!resource) throw createNotFoundError();
    const origin = getOrigin(call.request, deps.behindPlatform);
    await enforceLimits(deps.limiter, ['originReads', origin]);
    call.endpoint = `${LOG_PATH}${resource.kind}`;
    call.succeedPlain(await replyTo(deps, resource));
  } catch (error) {
    call.fail(toHttpError(error, LOG_FAILURE));
  }
}

/**
 * Serves the log in the C2SP tlog-tiles format, without the API's envelope. Returns false for other
 * calls. Addresses take no query, so that a cache stores each one once.
 */
export const serveLog =
  (deps: ApiDeps) =>
  (call: Call): boolean => {
    const { url = '' } = call.request;
    if (!url.startsWith(LOG_PATH)) return false;
    void serveResource(deps, call, url.slice(LOG_PATH.length));
    return true;
  };

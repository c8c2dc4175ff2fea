import { base64Of } from '@quantalgo/contracts/record/log/base64';
import { type TileName, tileOfPath, widthIn } from '@quantalgo/contracts/record/log/tiles';
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
import { originOf } from './core/origin';
import { answerTo, type Call, HttpError, type Plain } from './core/reply';
import { enforceLimits } from './core/request';

/** Where the log is served: outside of the registry, as other tools expect plain bytes at addresses of their own. */
const FOLDER = '/ledger/';

/** Tiles and proofs never change once they can be asked for. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A checkpoint is soon followed by another. */
const NEWEST = 'public, max-age=5';

const TEXT = 'text/plain; charset=utf-8';

const BYTES = 'application/octet-stream';

const text = (content: string, cache: string): Plain => ({
  bytes: Buffer.from(content),
  type: TEXT,
  cache,
});

const bytes = (content: Uint8Array): Plain => ({
  bytes: Buffer.from(content),
  type: BYTES,
  cache: IMMUTABLE,
});

const notFound = () => new HttpError(404, 'The log has no such resource');

/** What is asked for: a part of the log, or of another size of it. */
type Asked =
  | { readonly what: 'checkpoint' | 'key' }
  | { readonly what: 'tile'; readonly tile: TileName }
  | { readonly what: 'consistency'; readonly older: number; readonly newer: number }
  | { readonly what: 'entry'; readonly index: number; readonly size: number }
  | { readonly what: 'stamps'; readonly day: string }
  | { readonly what: 'daily'; readonly month: string }
  | { readonly what: 'stamp'; readonly slot: string; readonly place: number };

const PROOF = /^(consistency|entry)\/(0|[1-9]\d{0,14})\/(0|[1-9]\d{0,14})$/;

/** The stamped checkpoints of a day, or the token of one of a slot's stamps. */
const STAMPS = /^stamps\/(?:(\d{8})|(\d{8}T\d{4}Z)\/(\d))$/;

/** The daily stamps of a month, each over the newest entry of its day. */
const DAILY = /^daily\/(\d{4})(0[1-9]|1[0-2])$/;

/** What a path below `/ledger/` asks for; null for none. Each has one address. */
function askedBy(path: string): Asked | null {
  if (path === 'checkpoint' || path === 'key') return { what: path };
  const tile = path.startsWith('tile/') ? tileOfPath(path.slice('tile/'.length)) : null;
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

async function tileReply({ firestore }: ApiDeps, log: StoredLog, tile: TileName): Promise<Plain> {
  const { level, index, width } = tile;
  if (widthIn(log.size, tile) < width) throw notFound();
  if (level === 'entries') return bytes(await readEntryBundle(firestore, { index, width }));
  return bytes(await readTile(firestore, log, { level, index, width }));
}

const linesOf = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => `${base64Of(hash)}\n`).join('');

/** An entry as a line of JSON, and the proof that the log of a size has it. */
async function entryReply(
  { firestore }: ApiDeps,
  log: StoredLog,
  asked: Extract<Asked, { what: 'entry' }>,
): Promise<Plain> {
  if (asked.index >= asked.size || asked.size > log.size) throw notFound();
  const { leaf, proof } = await readInclusion(firestore, log, asked);
  return text(`${new TextDecoder().decode(leaf)}\n${linesOf(proof)}`, IMMUTABLE);
}

/** A list, a line of JSON each. More may come. */
const linesOfJson = (values: readonly unknown[], cache: string): Plain =>
  text(values.map((one) => `${JSON.stringify(one)}\n`).join(''), cache);

/** A day's stamped checkpoints. */
const stampsReply = async ({ firestore }: ApiDeps, day: string): Promise<Plain> =>
  linesOfJson(await readStampedDay(firestore, day), 'public, max-age=60');

/** A month's daily stamps, each with its token. */
const dailyReply = async ({ firestore }: ApiDeps, month: string): Promise<Plain> =>
  linesOfJson(await readStampsOfMonth(firestore, month), 'public, max-age=300');

/**
 * The newest checkpoint. One that lacks entries of its ledger is none: whoever noted its time would find those entries
 * back-dated.
 * @throws HttpError 404 before the log's first; 503 while it lacks some
 */
async function checkpointReply({ firestore }: ApiDeps): Promise<Plain> {
  const { checkpoint, ledger } = await readNewestCheckpoint(firestore);
  if (checkpoint === null) throw notFound();
  if (!ledger) throw new HttpError(503, 'The log is catching up with its ledger');
  return text(checkpoint, NEWEST);
}

async function tokenReply({ firestore }: ApiDeps, slot: string, place: number): Promise<Plain> {
  const token = await readToken(firestore, slot, place);
  if (!token) throw notFound();
  return bytes(token);
}

/** The part of the log that is asked for. @throws HttpError 404 where the log isn't that far */
async function replyTo(deps: ApiDeps, asked: Asked): Promise<Plain> {
  if (asked.what === 'checkpoint') return checkpointReply(deps);
  if (asked.what === 'stamps') return stampsReply(deps, asked.day);
  if (asked.what === 'daily') return dailyReply(deps, asked.month);
  if (asked.what === 'stamp') return tokenReply(deps, asked.slot, asked.place);
  const log = await readLog(deps.firestore);
  if (!log) throw notFound();
  if (asked.what === 'tile') return tileReply(deps, log, asked.tile);
  if (asked.what === 'entry') return entryReply(deps, log, asked);
  if (asked.what === 'consistency') {
    const { older, newer } = asked;
    if (older > newer || newer > log.size) throw notFound();
    const proof = await readConsistency(deps.firestore, log, { older, newer });
    return text(linesOf(proof), IMMUTABLE);
  }
  if (log.verifierKey === null) throw notFound();
  return text(`${log.verifierKey}\n`, 'public, max-age=300');
}

const FAILURE = { failure: 'Failed to get the log' } as const;

async function answer(deps: ApiDeps, call: Call, path: string): Promise<void> {
  try {
    const { method = '' } = call.request;
    if (method !== 'GET' && method !== 'HEAD')
      return call.fail(new HttpError(405, 'Only GET is served here'), ['Allow', 'GET']);
    const asked = askedBy(path);
    if (!asked) throw notFound();
    const origin = originOf(call.request, deps.behindPlatform);
    await enforceLimits(deps.limiter, ['readsOfOrigin', origin]);
    call.endpoint = `${FOLDER}${asked.what}`;
    call.succeedPlain(await replyTo(deps, asked));
  } catch (error) {
    call.fail(answerTo(error, FAILURE));
  }
}

/**
 * Serves the log in the format of C2SP tlog-tiles, without the API's envelope. Returns whether a call is for the log.
 * Addresses take no query, so that a cache has each once.
 */
export const logServing =
  (deps: ApiDeps) =>
  (call: Call): boolean => {
    const { url = '' } = call.request;
    if (!url.startsWith(FOLDER)) return false;
    void answer(deps, call, url.slice(FOLDER.length));
    return true;
  };

import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { utf8 } from '@quantalgo/contracts/core/sha256';
import { bytesOf64 } from '@quantalgo/contracts/record/log/base64';
import {
  type Checkpoint,
  checkpointOf,
  keyOfVerifier,
  openCheckpoint,
  signedNoteOf,
  type VerifyEd25519,
} from '@quantalgo/contracts/record/log/checkpoint';
import { entriesOfBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { provesConsistency, provesInclusion } from '@quantalgo/contracts/record/log/proofs';
import { TILE_WIDTH, tilePath, widthIn } from '@quantalgo/contracts/record/log/tiles';
import { leafHash } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';

const TIMEOUT_MS = 10_000;

export class LogRefusalError extends Error {}

/** The answer isn't the log's, for example a hotspot's login page. */
export class NotTheLogError extends Error {}

interface FetchOptions {
  readonly cache?: RequestCache;
  readonly timeoutMs?: number;
}

async function fetchFromLog(
  path: string,
  type: string,
  { cache = 'default', timeoutMs = TIMEOUT_MS }: FetchOptions,
): Promise<Response | null> {
  const response = await fetch(`/ledger/${path}`, {
    cache,
    credentials: 'omit',
    // No screen waits for it.
    priority: 'low',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 404) return null;
  const contentType = response.headers.get('content-type') ?? '';
  if (response.ok && contentType.startsWith(type)) return response;
  if (!response.ok && contentType.startsWith('application/json')) {
    const { error } = envelopeSchema.parse(await response.json());
    if (error !== undefined) throw new LogRefusalError(error);
  }
  throw new NotTheLogError(`The log answered ${response.status}, ${contentType}`);
}

/** By the site's clock (epoch ms); null if unknown. */
function readDate({ headers }: Response): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const age = Number(headers.get('age') ?? 0);
  return Number.isFinite(date - age) ? date - age * 1000 : null;
}

interface LogText {
  readonly text: string;
  /**
   * When it was the newest, by the earlier of this device's clock and the site's: a wrong clock accuses
   * nobody.
   */
  readonly knownAt: number;
}

export async function readLogText(
  path: string,
  options: FetchOptions = {},
): Promise<LogText | null> {
  const requestedAt = Date.now();
  const response = await fetchFromLog(path, 'text/plain', options);
  if (!response) return null;
  return {
    text: await response.text(),
    knownAt: Math.min(requestedAt, readDate(response) ?? requestedAt),
  };
}

const verifyEd25519: VerifyEd25519 = async (publicKey, signature, message) => {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
    'verify',
  ]);
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
};

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotSupportedError';

/**
 * `unchecked` in a browser without Ed25519, which checks only the tree.
 * @throws TypeError if the note is no signed checkpoint
 */
export async function signatureOf(
  note: string,
  key: string,
): Promise<'holds' | 'wrong' | 'unchecked'> {
  try {
    const opened = await openCheckpoint(note, keyOfVerifier(key), verifyEd25519);
    return opened ? 'holds' : 'wrong';
  } catch (error) {
    if (isUnsupported(error)) return 'unchecked';
    throw error;
  }
}

export const checkpointIn = (note: string): Checkpoint => checkpointOf(signedNoteOf(note).text);

export async function readCheckpointNow(options: FetchOptions = {}): Promise<Checkpoint> {
  const note = await readLogText('checkpoint', options);
  if (!note) throw new LogRefusalError('The public ledger has not begun yet');
  return checkpointIn(note.text);
}

function isValid(proof: () => boolean): boolean {
  try {
    return proof();
  } catch {
    return false;
  }
}

interface ShownEntry {
  readonly entry: string;
  readonly isProven: boolean;
}

export async function readShownEntry(
  index: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  options: FetchOptions = {},
): Promise<ShownEntry | null> {
  const answer = await readLogText(`entry/${index}/${size}`, options);
  if (!answer) return null;
  const [entry = '', ...lines] = answer.text.trimEnd().split('\n');
  const place = { leaf: leafHash(utf8(entry)), index, size, root };
  return { entry, isProven: isValid(() => provesInclusion(place, lines.map(bytesOf64))) };
}

/** Null unless the log proves that the checkpoint contains the entry. @throws Error without an answer */
export async function readEntry(
  ...args: Parameters<typeof readShownEntry>
): Promise<string | null> {
  const response = await readShownEntry(...args);
  return response?.isProven === true ? response.entry : null;
}

export function saidBy<Schema extends z.ZodMiniType>(entry: string, schema: Schema) {
  try {
    return z.parse(schema, JSON.parse(entry));
  } catch {
    return null;
  }
}

const timedSchema = z.object({ type: z.string(), at: z.string() });

/** `at`: the claimed time (epoch ms). Null for a malformed entry. */
export function timedBy(entry: string): { readonly type: string; readonly at: number } | null {
  const claim = saidBy(entry, timedSchema);
  return claim && { type: claim.type, at: Date.parse(claim.at) };
}

const isProof = (older: Checkpoint, newer: Checkpoint, lines: string): boolean =>
  isValid(() => provesConsistency(older, newer, lines.split('\n').slice(0, -1).map(bytesOf64)));

/**
 * True if the log proves that the smaller tree is the beginning of the larger; null if it has no proof.
 * @throws Error without an answer
 */
export async function areOneLog(
  one: Checkpoint,
  other: Checkpoint,
  cache: RequestCache,
): Promise<boolean | null> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
  if (older.size === newer.size) return provesConsistency(older, newer, []);
  const lines = await readLogText(`consistency/${older.size}/${newer.size}`, { cache });
  return lines && isProof(older, newer, lines.text);
}

export const BUNDLE_SIZE = TILE_WIDTH;

/**
 * The bundle's bytes, as of a log of `size` entries.
 * @throws Error without an answer of the log's own, or if it is another bundle
 */
export async function readBundle(
  index: number,
  size: number,
  options: FetchOptions = {},
): Promise<Uint8Array> {
  const width = widthIn(size, { level: 'entries', index });
  const path = tilePath({ level: 'entries', index, width });
  const response = await fetchFromLog(`tile/${path}`, 'application/octet-stream', options);
  const bytes = response && new Uint8Array(await response.arrayBuffer());
  if (!bytes || countIn(bytes) !== width) throw new NotTheLogError(`It is not bundle ${path}`);
  return bytes;
}

export function countIn(bundle: Uint8Array): number | null {
  try {
    return entriesOfBundle(bundle).length;
  } catch {
    return null;
  }
}

import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { decodeBase64 } from '@quantalgo/contracts/record/log/base64';
import {
  type Checkpoint,
  parseCheckpoint,
  parseVerifierKey,
  openCheckpoint,
  parseSignedNote,
  type VerifyEd25519,
} from '@quantalgo/contracts/record/log/checkpoint';
import { decodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { provesConsistency, provesInclusion } from '@quantalgo/contracts/record/log/proofs';
import { TILE_WIDTH, formatTilePath, getTileWidth } from '@quantalgo/contracts/record/log/tiles';
import { hashLeaf } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';

const DEFAULT_TIMEOUT_MS = 10_000;

export class LogRefusalError extends Error {}

/** The response isn't from the log. It may be a hotspot's login page, for example. */
export class UnexpectedResponseError extends Error {}

interface FetchOptions {
  readonly cache?: RequestCache;
  readonly timeoutMs?: number;
}

async function fetchFromLog(
  path: string,
  type: string,
  { cache = 'default', timeoutMs = DEFAULT_TIMEOUT_MS }: FetchOptions,
): Promise<Response | null> {
  const response = await fetch(`/ledger/${path}`, {
    cache,
    credentials: 'omit',
    // Nothing on screen depends on it.
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
  throw new UnexpectedResponseError(`Unexpected log response: ${response.status}, ${contentType}`);
}

/** Response time by the site's clock (epoch ms); null if unknown. */
function readDate({ headers }: Response): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const age = Number(headers.get('age') ?? 0);
  return Number.isFinite(date - age) ? date - age * 1000 : null;
}

interface LogText {
  readonly text: string;
  /** Response time (epoch ms) by the site's clock, or by this device's if the site states none. */
  readonly siteTime: number;
  /**
   * When it was the newest, by the earlier of this device's clock and the site's, so that a wrong
   * clock doesn't cause a false accusation.
   */
  readonly knownAt: number;
}

export async function fetchLogText(
  path: string,
  options: FetchOptions = {},
): Promise<LogText | null> {
  const requestedAt = Date.now();
  const response = await fetchFromLog(path, 'text/plain', options);
  if (!response) return null;
  const siteTime = readDate(response) ?? requestedAt;
  return { text: await response.text(), siteTime, knownAt: Math.min(requestedAt, siteTime) };
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
 * `unchecked` in a browser without Ed25519, which can check only the tree.
 * @throws TypeError if the note isn't a signed checkpoint
 */
export async function checkSignature(
  note: string,
  key: string,
): Promise<'holds' | 'wrong' | 'unchecked'> {
  try {
    const opened = await openCheckpoint(note, parseVerifierKey(key), verifyEd25519);
    return opened ? 'holds' : 'wrong';
  } catch (error) {
    if (isUnsupported(error)) return 'unchecked';
    throw error;
  }
}

export const parseCheckpointNote = (note: string): Checkpoint =>
  parseCheckpoint(parseSignedNote(note).text);

export async function fetchCheckpoint(options: FetchOptions = {}): Promise<Checkpoint> {
  const note = await fetchLogText('checkpoint', options);
  if (!note) throw new LogRefusalError('The public ledger has no entries yet');
  return parseCheckpointNote(note.text);
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

export async function fetchShownEntry(
  index: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  options: FetchOptions = {},
): Promise<ShownEntry | null> {
  const response = await fetchLogText(`entry/${index}/${size}`, options);
  if (!response) return null;
  const [entry = '', ...lines] = response.text.trimEnd().split('\n');
  const place = { leaf: hashLeaf(encodeUtf8(entry)), index, size, root };
  return { entry, isProven: isValid(() => provesInclusion(place, lines.map(decodeBase64))) };
}

/**
 * Null unless the log proves that the checkpoint contains the entry.
 * @throws Error without a response
 */
export async function fetchProvenEntry(
  ...args: Parameters<typeof fetchShownEntry>
): Promise<string | null> {
  const response = await fetchShownEntry(...args);
  return response?.isProven === true ? response.entry : null;
}

export function parseLogEntry<Schema extends z.ZodMiniType>(entry: string, schema: Schema) {
  try {
    return z.parse(schema, JSON.parse(entry));
  } catch {
    return null;
  }
}

const timedEntrySchema = z.object({ type: z.string(), at: z.string() });

/** `at`: the claimed time (epoch ms). Null for malformed entries. */
export function parseClaimedTime(
  entry: string,
): { readonly type: string; readonly at: number } | null {
  const claim = parseLogEntry(entry, timedEntrySchema);
  return claim && { type: claim.type, at: Date.parse(claim.at) };
}

const isProof = (older: Checkpoint, newer: Checkpoint, lines: string): boolean =>
  isValid(() => provesConsistency(older, newer, lines.split('\n').slice(0, -1).map(decodeBase64)));

/**
 * True if the log proves that the smaller tree is a prefix of the larger one; null if it serves no
 * proof.
 * @throws Error without a response
 */
export async function isSameLog(
  a: Checkpoint,
  b: Checkpoint,
  cache: RequestCache,
): Promise<boolean | null> {
  const [older, newer] = a.size <= b.size ? [a, b] : [b, a];
  if (older.size === newer.size) return provesConsistency(older, newer, []);
  const lines = await fetchLogText(`consistency/${older.size}/${newer.size}`, { cache });
  return lines && isProof(older, newer, lines.text);
}

export const BUNDLE_SIZE = TILE_WIDTH;

/**
 * @param size entries in the log, which decides how many the last bundle has
 * @throws Error without a response from the log, or if it is another bundle
 */
export async function fetchBundle(
  index: number,
  size: number,
  options: FetchOptions = {},
): Promise<Uint8Array> {
  const width = getTileWidth(size, { level: 'entries', index });
  const path = formatTilePath({ level: 'entries', index, width });
  const response = await fetchFromLog(`tile/${path}`, 'application/octet-stream', options);
  const bytes = response && new Uint8Array(await response.arrayBuffer());
  if (!bytes || countBundleEntries(bytes) !== width)
    throw new UnexpectedResponseError(`The response is not bundle ${path}`);
  return bytes;
}

export function countBundleEntries(bundle: Uint8Array): number | null {
  try {
    return decodeBundle(bundle).length;
  } catch {
    return null;
  }
}

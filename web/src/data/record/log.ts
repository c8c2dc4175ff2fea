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

/** The log answered that it doesn't serve something: it may say why, for a person to read. */
export class LogRefusalError extends Error {}

/** An answer came that isn't the log's: a network's page for signing in is none. */
export class NotTheLogError extends Error {}

interface Asking {
  readonly cache?: RequestCache;
  readonly timeoutMs?: number;
}

/** What the log answers at an address; null where it has nothing there. @throws TypeError without an answer */
async function ask(
  path: string,
  type: string,
  { cache = 'default', timeoutMs = TIMEOUT_MS }: Asking,
): Promise<Response | null> {
  const response = await fetch(`/ledger/${path}`, {
    cache,
    credentials: 'omit',
    // No screen waits for it.
    priority: 'low',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 404) return null;
  const said = response.headers.get('content-type') ?? '';
  if (response.ok && said.startsWith(type)) return response;
  if (!response.ok && said.startsWith('application/json')) {
    const { error } = envelopeSchema.parse(await response.json());
    if (error !== undefined) throw new LogRefusalError(error);
  }
  throw new NotTheLogError(`The log answered ${response.status}, ${said}`);
}

/** When an answer was made, by the site's clock (epoch ms); null where it doesn't say. */
function madeAt({ headers }: Response): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const age = Number(headers.get('age') ?? 0);
  return Number.isFinite(date - age) ? date - age * 1000 : null;
}

/** A text of the log. */
interface LogText {
  readonly text: string;
  /** When it was the newest, by the earlier of this device's clock and the site's: a wrong clock accuses nobody. */
  readonly knownAt: number;
}

/**
 * The text at an address of the log; null where it has none there.
 * @throws Error without an answer of the log's own
 */
export async function readLogText(path: string, asking: Asking = {}): Promise<LogText | null> {
  const asked = Date.now();
  const response = await ask(path, 'text/plain', asking);
  if (!response) return null;
  return { text: await response.text(), knownAt: Math.min(asked, madeAt(response) ?? asked) };
}

/** The browser's own check of a signature. @throws DOMException `NotSupportedError` in one without Ed25519 */
const verifyEd25519: VerifyEd25519 = async (publicKey, signature, message) => {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
    'verify',
  ]);
  return crypto.subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message));
};

/** Whether this is the browser's word that it has no Ed25519. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotSupportedError';

/**
 * What a log's key says of a checkpoint: `unchecked` in a browser without Ed25519, which checks the tree alone.
 * @throws TypeError where the note is no signed checkpoint
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

/**
 * The checkpoint in a signed note, its signatures unchecked.
 * @throws TypeError where it is none
 */
export const checkpointIn = (note: string): Checkpoint => checkpointOf(signedNoteOf(note).text);

/**
 * The newest checkpoint, its signatures unchecked: for who compares what the log proves with what it stated before.
 * @throws Error without an answer, or where the log hasn't begun
 */
export async function readCheckpointNow(asking: Asking = {}): Promise<Checkpoint> {
  const found = await readLogText('checkpoint', asking);
  if (!found) throw new LogRefusalError('The public ledger has not begun yet');
  return checkpointIn(found.text);
}

/** Whether a proof holds; one that makes no sense doesn't. */
function holds(proof: () => boolean): boolean {
  try {
    return proof();
  } catch {
    return false;
  }
}

/** What the log has for an entry. */
interface ShownEntry {
  readonly entry: string;
  /** Whether it proves that the checkpoint has it. */
  readonly isProven: boolean;
}

/**
 * What the log shows for an entry of a checkpoint; null where it shows nothing.
 * @throws Error without an answer
 */
export async function readShownEntry(
  index: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  asking: Asking = {},
): Promise<ShownEntry | null> {
  const found = await readLogText(`entry/${index}/${size}`, asking);
  if (!found) return null;
  const [entry = '', ...lines] = found.text.trimEnd().split('\n');
  const place = { leaf: leafHash(utf8(entry)), index, size, root };
  return { entry, isProven: holds(() => provesInclusion(place, lines.map(bytesOf64))) };
}

/**
 * An entry as the log has it, where it proves that a checkpoint has it; otherwise null.
 * @throws Error without an answer
 */
export async function readEntry(
  ...asked: Parameters<typeof readShownEntry>
): Promise<string | null> {
  const shown = await readShownEntry(...asked);
  return shown?.isProven === true ? shown.entry : null;
}

/** What an entry says; null where it makes no sense, which the verifiers say. */
export function saidBy<Schema extends z.ZodMiniType>(entry: string, schema: Schema) {
  try {
    return z.parse(schema, JSON.parse(entry));
  } catch {
    return null;
  }
}

const timedSchema = z.object({ type: z.string(), at: z.string() });

/** What kind an entry is of, and the time that it claims (epoch ms); null where it makes no sense. */
export function timedBy(entry: string): { readonly type: string; readonly at: number } | null {
  const timed = saidBy(entry, timedSchema);
  return timed && { type: timed.type, at: Date.parse(timed.at) };
}

/** Whether these lines of base64 prove a tree to begin with an older one. */
const isProof = (older: Checkpoint, newer: Checkpoint, lines: string): boolean =>
  holds(() => provesConsistency(older, newer, lines.split('\n').slice(0, -1).map(bytesOf64)));

/**
 * Whether the log proves the smaller of two trees to be the beginning of the larger; null where it has no proof.
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

/** Number of entries in a full bundle. */
export const BUNDLE_SIZE = TILE_WIDTH;

/**
 * The bytes of a bundle of entries, as many as a log of `size` entries has there.
 * @throws Error without an answer of the log's own, or where it is another bundle
 */
export async function readBundle(
  index: number,
  size: number,
  asking: Asking = {},
): Promise<Uint8Array> {
  const width = widthIn(size, { level: 'entries', index });
  const path = tilePath({ level: 'entries', index, width });
  const response = await ask(`tile/${path}`, 'application/octet-stream', asking);
  const bytes = response && new Uint8Array(await response.arrayBuffer());
  if (!bytes || countIn(bytes) !== width) throw new NotTheLogError(`It is not bundle ${path}`);
  return bytes;
}

/** How many entries a bundle has; null where it is none. */
export function countIn(bundle: Uint8Array): number | null {
  try {
    return entriesOfBundle(bundle).length;
  } catch {
    return null;
  }
}

import {
  bytesOf64,
  type Checkpoint,
  checkpointOf,
  isBackDated,
  keyOfVerifier,
  leafHash,
  openCheckpoint,
  provesConsistency,
  provesInclusion,
  signedNoteOf,
  utf8,
  type VerifyEd25519,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { flagFault } from '../core/faultFlag';
import {
  type FoundFault,
  keepCheckpoint,
  keepFault,
  readCheckpoint,
  readFault,
  type SeenCheckpoint,
} from './logFault';

const TIMEOUT_MS = 10_000;

/**
 * The text at an address of the log; null where the log has none there.
 * @throws Error without an answer of the log's own: a network's page for signing in is none
 */
async function readText(path: string, cache: RequestCache): Promise<string | null> {
  const response = await fetch(`/ledger/${path}`, {
    cache,
    credentials: 'omit',
    priority: 'low',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 404) return null;
  const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
  if (!response.ok || !isText) throw new Error(`The log answered ${response.status}`);
  return response.text();
}

/** The browser's own check of a signature. One without Ed25519 checks the tree alone. */
const verify: VerifyEd25519 = async (publicKey, signature, message) => {
  try {
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, [
      'verify',
    ]);
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      Uint8Array.from(signature),
      Uint8Array.from(message),
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return true;
    throw error;
  }
};

const contentOf = ({ note }: Pick<SeenCheckpoint, 'note'>): Checkpoint =>
  checkpointOf(signedNoteOf(note).text);

/** Whether these lines of base64 prove a tree to begin with an older one. */
function isProof(older: Checkpoint, newer: Checkpoint, lines: string): boolean {
  try {
    return provesConsistency(older, newer, lines.split('\n').slice(0, -1).map(bytesOf64));
  } catch {
    return false;
  }
}

/** Whether the log proves the smaller of two trees to be the beginning of the larger; null where it has no proof. */
async function areOneLog(
  one: Checkpoint,
  other: Checkpoint,
  cache: RequestCache,
): Promise<boolean | null> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
  if (older.size === newer.size) return provesConsistency(older, newer, []);
  const lines = await readText(`consistency/${older.size}/${newer.size}`, cache);
  return lines === null ? null : isProof(older, newer, lines);
}

const timedSchema = z.object({ type: z.string(), at: z.string() });

/** Kind and time (epoch ms) of an entry; null where it makes no sense, which the verifiers say. */
function timedIn(entry: string): { readonly type: string; readonly at: number } | null {
  try {
    const { type, at } = z.parse(timedSchema, JSON.parse(entry));
    return { type, at: Date.parse(at) };
  } catch {
    return null;
  }
}

/**
 * The first entry that a log got after the visit before, where it claims to be older than that; null otherwise. Times of
 * a ledger never go back, so it tells of all after it.
 */
async function backDatedEntry(
  { newest }: SeenCheckpoint,
  { size, root }: Checkpoint,
  cache: RequestCache,
): Promise<string | null> {
  if (!newest || size <= newest.size) return null;
  const [entry = '', ...lines] =
    (await readText(`entry/${newest.size}/${size}`, cache))?.trimEnd().split('\n') ?? [];
  const place = { leaf: leafHash(utf8(entry)), index: newest.size, size, root };
  if (!provesInclusion(place, lines.map(bytesOf64))) return null;
  const timed = timedIn(entry);
  return timed && isBackDated(timed, newest) ? entry : null;
}

/** The fault of a newer note after an older one; null where there is none. */
async function faultBetween(
  before: SeenCheckpoint,
  note: string,
  cache: RequestCache,
): Promise<Pick<FoundFault, 'fault' | 'entry'> | null> {
  const [was, is] = [contentOf(before), contentOf({ note })];
  if (was.origin !== is.origin) return { fault: 'other-log' };
  if (!(await openCheckpoint(note, keyOfVerifier(before.key), verify)))
    return { fault: 'other-key' };
  const proven = await areOneLog(was, is, cache);
  if (proven !== true)
    return { fault: proven === null && is.size < was.size ? 'rollback' : 'fork' };
  const entry = await backDatedEntry(before, is, cache);
  return entry === null ? null : { fault: 'back-dated', entry };
}

/** What one look at the log finds. */
interface Look {
  readonly now: SeenCheckpoint;
  readonly found: Pick<FoundFault, 'fault' | 'entry'> | null;
}

/** Compares the newest checkpoint with the one kept; null where the log hasn't begun. */
async function look(before: SeenCheckpoint | null, cache: RequestCache): Promise<Look | null> {
  const note = await readText('checkpoint', cache);
  const key = before?.key ?? (await readText('key', cache))?.trim();
  if (note === null || key === undefined) return null;
  const now = { note, key, seenAt: Date.now() };
  if (before) return { now, found: await faultBetween(before, note, cache) };
  return (await openCheckpoint(note, keyOfVerifier(key), verify)) ? { now, found: null } : null;
}

/**
 * What a visit keeps. A smaller tree that was proven to be a beginning came from a cache, and is no news; the time at
 * which nothing had come yet is.
 */
function keptAfter(
  before: SeenCheckpoint | null,
  now: SeenCheckpoint,
  head: KnownHead,
): SeenCheckpoint {
  const { origin, size } = contentOf(now);
  const kept = before && size <= contentOf(before).size ? before : now;
  const isOfLog = origin.endsWith(`/${encodeURIComponent(head.ledgerId)}`);
  const newest = { size: Math.max(size, head.seq + 1), at: head.knownAt };
  return isOfLog && newest.size >= (before?.newest?.size ?? 0) ? { ...kept, newest } : kept;
}

/** The ledger's head as a visit begins. */
interface KnownHead {
  readonly ledgerId: string;
  readonly seq: number;
  readonly demonstration: boolean;
  /** When it was the newest entry, by the earlier of this device's clock and the site's (epoch ms). */
  readonly knownAt: number;
}

async function visit(head: KnownHead): Promise<FoundFault | null> {
  const known = await readFault();
  if (known) {
    flagFault();
    return known;
  }
  const before = await readCheckpoint();
  const first = await look(before, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const looked = first?.found ? await look(before, 'reload') : first;
  if (!looked) return null;
  const { now, found } = looked;
  const isNew = found?.fault === 'other-log' && head.demonstration;
  if (before && found && !isNew) {
    const evidence = { ...found, before, now };
    await keepFault(evidence);
    return evidence;
  }
  // Demonstrations begin anew: the key of the new log is its own.
  const kept = isNew ? (await look(null, 'reload'))?.now : now;
  if (kept) await keepCheckpoint(keptAfter(isNew ? null : before, kept, head));
  return null;
}

/**
 * Has the log prove that it only grew since this device's last visit, with nothing that claims to be older than that, and
 * keeps its newest checkpoint. A fault stays known, with both checkpoints. Never rejects: without an answer, or without
 * storage, nothing is found.
 * @param head the ledger's, fetched before; that of a demonstration may begin anew
 * @returns the fault, found now or on an earlier visit
 */
export async function checkLog(head: KnownHead): Promise<FoundFault | null> {
  try {
    return await visit(head);
  } catch {
    return null;
  }
}

import {
  bytesOf64,
  type Checkpoint,
  checkpointOf,
  keyOfVerifier,
  openCheckpoint,
  provesConsistency,
  signedNoteOf,
  type VerifyEd25519,
} from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { HEADS_NAME } from '../core/databases';
import { observable } from '../core/observable';
import { withTable } from './heads';

/** A checkpoint of the log as this device saw it. */
interface SeenCheckpoint {
  /** The signed note. */
  readonly note: string;
  /** The key that checks it, as the site named it at the first visit. */
  readonly key: string;
  /** Epoch ms. */
  readonly seenAt: number;
}

/**
 * What is wrong with a log: it no longer begins as it did, it has become shorter, another key signs it, or another log
 * is in its place.
 */
export type LogFault = 'fork' | 'rollback' | 'other-key' | 'other-log';

/** A fault with its evidence. */
export interface FoundFault {
  readonly fault: LogFault;
  readonly before: SeenCheckpoint;
  readonly now: SeenCheckpoint;
}

const seenSchema = z.object({ note: z.string(), key: z.string(), seenAt: z.number() });

const foundSchema = z.object({
  fault: z.enum(['fork', 'rollback', 'other-key', 'other-log']),
  before: seenSchema,
  now: seenSchema,
});

/** Keys of the rows, which stand beside the heads that this device saw. */
const NEWEST = 'checkpoint';

const FAULT = 'fault of the log';

const TIMEOUT_MS = 10_000;

async function readRow<S extends z.ZodMiniType>(key: string, schema: S) {
  const row: unknown = await withTable(HEADS_NAME, 'readonly', (table) => table.get(key));
  return z.safeParse(schema, row).data ?? null;
}

const writeRow = (key: string, row: SeenCheckpoint | FoundFault) =>
  withTable(HEADS_NAME, 'readwrite', (table) => table.put(row, key));

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

/** The fault of a newer note after an older one; null where there is none. */
async function faultBetween(
  before: SeenCheckpoint,
  note: string,
  cache: RequestCache,
): Promise<LogFault | null> {
  const [was, is] = [contentOf(before), contentOf({ note })];
  if (was.origin !== is.origin) return 'other-log';
  if (!(await openCheckpoint(note, keyOfVerifier(before.key), verify))) return 'other-key';
  const proven = await areOneLog(was, is, cache);
  if (proven === true) return null;
  return proven === null && is.size < was.size ? 'rollback' : 'fork';
}

/** What one look at the log finds. */
interface Look {
  readonly now: SeenCheckpoint;
  readonly fault: LogFault | null;
}

/** Compares the newest checkpoint with the one kept; null where the log hasn't begun. */
async function look(before: SeenCheckpoint | null, cache: RequestCache): Promise<Look | null> {
  const note = await readText('checkpoint', cache);
  const key = before?.key ?? (await readText('key', cache))?.trim();
  if (note === null || key === undefined) return null;
  const now = { note, key, seenAt: Date.now() };
  if (before) return { now, fault: await faultBetween(before, note, cache) };
  return (await openCheckpoint(note, keyOfVerifier(key), verify)) ? { now, fault: null } : null;
}

/** The fault that was found, for screens to follow. */
export const foundFault = observable<FoundFault | null>(null);

/** The fault that this device found in the log, now or on an earlier visit; null if none. */
export const useLogFault = (): FoundFault | null =>
  useSyncExternalStore(foundFault.subscribe, foundFault.get);

/** A smaller tree that was proven to be a beginning came from a cache, and is no news. */
const isNews = (before: SeenCheckpoint | null, now: SeenCheckpoint) =>
  !before || contentOf(now).size > contentOf(before).size;

async function visit(isDemonstration: boolean): Promise<FoundFault | null> {
  const known = await readRow(FAULT, foundSchema);
  if (known) return known;
  const before = await readRow(NEWEST, seenSchema);
  const first = await look(before, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const looked = first?.fault ? await look(before, 'reload') : first;
  if (!looked) return null;
  const { now, fault } = looked;
  const isNew = fault === 'other-log' && isDemonstration;
  if (before && fault && !isNew) {
    const evidence = { fault, before, now };
    await writeRow(FAULT, evidence);
    return evidence;
  }
  if (isNew) {
    // Demonstrations begin anew: the key of the new log is its own.
    const fresh = await look(null, 'reload');
    if (fresh) await writeRow(NEWEST, fresh.now);
  } else if (isNews(before, now)) await writeRow(NEWEST, now);
  return null;
}

/**
 * Has the log prove that it only grew since this device's last visit, and keeps its newest checkpoint. A fault stays
 * known, with both checkpoints. Never rejects: without an answer, or without storage, nothing is found.
 * @param isDemonstration whether the record is of no real market: such a one may begin anew
 */
export async function checkLog(isDemonstration: boolean): Promise<void> {
  try {
    foundFault.set(await visit(isDemonstration));
  } catch {
    return;
  }
}

/** The evidence of a fault, for anyone to check. */
export const evidenceText = ({ fault, before, now }: FoundFault): string =>
  [
    `Fault: ${fault}`,
    `Key: ${before.key}`,
    `Seen ${new Date(before.seenAt).toISOString()}:\n\n${before.note}`,
    `Seen ${new Date(now.seenAt).toISOString()}:\n\n${now.note}`,
  ].join('\n\n');

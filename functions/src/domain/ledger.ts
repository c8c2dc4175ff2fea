import { createHash } from 'node:crypto';
import {
  NO_ENTRY_BEFORE,
  canonicalJson,
  commitmentText,
  entryText,
  type LedgerEntry,
  type SealedSignal,
  type Source,
  type UnhashedEntry,
} from '@quantalgo/contracts';
import { SOURCES } from './strategies/sources';
import type { Strategy } from './strategies/strategy';

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The head of a chain: the sequence number and hash of its newest entry. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

type BodyOf<E> = E extends UnhashedEntry ? Omit<E, 'seq' | 'at' | 'source' | 'prev'> : never;
/** An entry's content, before it is chained. */
export type EntryBody = BodyOf<UnhashedEntry>;

/** The entry that follows `end` (null begins the chain), made at `at` (epoch ms). */
export function append(
  end: ChainEnd | null,
  body: EntryBody,
  { at, source }: { at: number; source: Source },
): LedgerEntry {
  const unhashed: UnhashedEntry = {
    ...body,
    seq: end ? end.seq + 1 : 0,
    at: new Date(at).toISOString(),
    source,
    prev: end?.hash ?? NO_ENTRY_BEFORE,
  };
  return { ...unhashed, hash: sha256(entryText(unhashed)) };
}

/** The commitment in a publication: SHA-256 over the canonical signal and its salt. */
export const commitmentTo = (signal: SealedSignal, salt: string): string =>
  sha256(commitmentText(signal, salt));

const known = new WeakMap<Strategy, string>();

/**
 * Fingerprint of a strategy: SHA-256 over the canonical JSON of its id, its parameters and the hash of its source files,
 * which is the same in every build and on every machine. A strategy that has none of its own (of a test) says null.
 */
export function strategyHash(strategy: Strategy): string {
  const found = known.get(strategy);
  if (found !== undefined) return found;
  const { id, parameters } = strategy;
  const hash = sha256(canonicalJson({ id, parameters, sources: SOURCES[id] ?? null }));
  known.set(strategy, hash);
  return hash;
}

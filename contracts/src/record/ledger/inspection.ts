import {
  canonicalJson,
  isCanonical,
  type JsonObject,
  type LedgerEntry,
  ledgerEntrySchema,
} from './entry';
import { sha256Hex, sha256HexOf } from '../../core/sha256';

/** What an entry shows without those before it: all that takes long to find out, and may be found out in any order. */
export interface Inspected {
  readonly entry: LedgerEntry;
  /** Whether it has the hash that it claims. */
  readonly isHashed: boolean;
  /** The commitment to the signal that a settlement reveals; null for other entries, and for those with another hash. */
  readonly revealed: string | null;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** SHA-256 over all fields of an entry but its hash, unknown ones included; null if they can't be hashed. */
function hashOf(entry: JsonObject): string | null {
  try {
    return sha256Hex(canonicalJson({ ...entry, hash: undefined }));
  } catch {
    return null;
  }
}

/** The leaf that an entry was parsed from: its bytes, and their text. */
export interface Written {
  readonly leaf: Uint8Array;
  readonly text: string;
}

/**
 * SHA-256 over an entry's leaf but the hash that it claims; null unless that is for sure the canonical JSON of the rest.
 * {@link hashOf} tells the same of every entry, but writes it anew for that.
 */
function hashWithin({ leaf, text }: Written, entry: JsonObject, claimed: string): string | null {
  // Of sorted keys it isn't the first, which is `at`.
  const member = `,"hash":"${claimed}"`;
  const at = text.indexOf(member);
  const isOnce = at > 0 && !text.includes(member, at + 1);
  const isAscii = text.length === leaf.length;
  if (!isOnce || !isAscii || !isCanonical(text, entry)) return null;
  return sha256HexOf(leaf.subarray(0, at), leaf.subarray(at + member.length));
}

/**
 * Inspects an entry as parsed JSON; null if it is none: a field is missing or has no sense.
 * @param written what it was parsed from, where that is at hand: it takes less time then
 */
export function inspected(given: unknown, written: Written | null = null): Inspected | null {
  const entry = isObject(given) ? ledgerEntrySchema.safeParse(given).data : undefined;
  if (!entry || !isObject(given)) return null;
  const asWritten = written && hashWithin(written, given, entry.hash);
  const isHashed = (asWritten ?? hashOf(given)) === entry.hash;
  // What can't be hashed has no text to commit to either.
  if (!isHashed || entry.type !== 'settlement') return { entry, isHashed, revealed: null };
  // As it was written: a later version may seal fields that this one doesn't know.
  const sealed = { salt: entry.salt, signal: given['signal'] };
  // What is part of canonical JSON is written like that by any JSON.
  const text = asWritten === null ? canonicalJson(sealed) : JSON.stringify(sealed);
  return { entry, isHashed, revealed: sha256Hex(text) };
}

import {
  canonicalJson,
  isCanonical,
  type JsonObject,
  type LedgerEntry,
  ledgerEntrySchema,
} from './entry';
import { sha256Hex, sha256BytesHex } from '../../core/sha256';

export interface InspectedEntry {
  readonly entry: LedgerEntry;
  readonly hasValidHash: boolean;
  /**
   * Recomputed commitment to the signal that a settlement reveals. Null for other entries and wrong
   * hashes.
   */
  readonly revealed: string | null;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Includes unknown fields, but not `hash`. Null if the entry can't be hashed. */
function computeHash(entry: JsonObject): string | null {
  try {
    return sha256Hex(canonicalJson({ ...entry, hash: undefined }));
  } catch {
    return null;
  }
}

export interface ParsedLeaf {
  readonly leaf: Uint8Array;
  readonly text: string;
}

/**
 * Hashes the leaf's bytes, which is faster than serialising the entry again. Null unless the leaf
 * is certainly canonical JSON.
 */
function computeLeafHash(
  { leaf, text }: ParsedLeaf,
  entry: JsonObject,
  claimedHash: string,
): string | null {
  // The comma always precedes it, because keys are sorted and `at` comes first.
  const member = `,"hash":"${claimedHash}"`;
  const memberStart = text.indexOf(member);
  const isUnique = memberStart > 0 && !text.includes(member, memberStart + 1);
  const isAscii = text.length === leaf.length;
  if (!isUnique || !isAscii || !isCanonical(text, entry)) return null;
  return sha256BytesHex(leaf.subarray(0, memberStart), leaf.subarray(memberStart + member.length));
}

export function inspectEntry(
  input: unknown,
  parsedLeaf: ParsedLeaf | null = null,
): InspectedEntry | null {
  const entry = isObject(input) ? ledgerEntrySchema.safeParse(input).data : undefined;
  if (!entry || !isObject(input)) return null;
  const leafHash = parsedLeaf && computeLeafHash(parsedLeaf, input, entry.hash);
  const hasValidHash = (leafHash ?? computeHash(input)) === entry.hash;
  // Without a valid hash, there is no text that the commitment could match.
  if (!hasValidHash || entry.type !== 'settlement') return { entry, hasValidHash, revealed: null };
  // Unparsed, because a later version may seal fields that this one doesn't know.
  const commitmentInput = { salt: entry.salt, signal: input['signal'] };
  // Parts of canonical JSON are canonical too, so `JSON.stringify` is enough.
  const text = leafHash === null ? canonicalJson(commitmentInput) : JSON.stringify(commitmentInput);
  return { entry, hasValidHash, revealed: sha256Hex(text) };
}

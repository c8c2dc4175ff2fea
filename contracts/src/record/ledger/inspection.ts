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
  readonly isHashed: boolean;
  /** Commitment to the signal that a settlement reveals; null for other entries and for wrong hashes. */
  readonly revealed: string | null;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Over all fields except `hash`, including unknown ones; null if they can't be hashed. */
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

/** Same as {@link computeHash}, without serialising again. Null unless the leaf is certainly canonical JSON. */
function computeLeafHash(
  { leaf, text }: ParsedLeaf,
  entry: JsonObject,
  claimedHash: string,
): string | null {
  // Keys are sorted and `at` comes first, hence the comma.
  const member = `,"hash":"${claimedHash}"`;
  const at = text.indexOf(member);
  const isUnique = at > 0 && !text.includes(member, at + 1);
  const isAscii = text.length === leaf.length;
  if (!isUnique || !isAscii || !isCanonical(text, entry)) return null;
  return sha256BytesHex(leaf.subarray(0, at), leaf.subarray(at + member.length));
}

export function inspectEntry(
  input: unknown,
  parsedLeaf: ParsedLeaf | null = null,
): InspectedEntry | null {
  const entry = isObject(input) ? ledgerEntrySchema.safeParse(input).data : undefined;
  if (!entry || !isObject(input)) return null;
  const leafHash = parsedLeaf && computeLeafHash(parsedLeaf, input, entry.hash);
  const isHashed = (leafHash ?? computeHash(input)) === entry.hash;
  // Without a valid hash there is no text to commit to.
  if (!isHashed || entry.type !== 'settlement') return { entry, isHashed, revealed: null };
  // As written: a later version may seal fields that this one doesn't know.
  const sealed = { salt: entry.salt, signal: input['signal'] };
  // Any JSON serialiser writes a part of canonical JSON unchanged.
  const text = leafHash === null ? canonicalJson(sealed) : JSON.stringify(sealed);
  return { entry, isHashed, revealed: sha256Hex(text) };
}

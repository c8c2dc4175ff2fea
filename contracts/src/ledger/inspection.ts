import {
  canonicalJson,
  commitmentText,
  type JsonObject,
  type LedgerEntry,
  ledgerEntrySchema,
} from './entry';
import { sha256Hex } from './sha256';

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

/** Inspects an entry as parsed JSON; null if it is none: a field is missing or has no sense. */
export function inspected(given: unknown): Inspected | null {
  const entry = isObject(given) ? ledgerEntrySchema.safeParse(given).data : undefined;
  if (!entry || !isObject(given)) return null;
  const isHashed = hashOf(given) === entry.hash;
  // What can't be hashed has no text to commit to either.
  const isReveal = isHashed && entry.type === 'settlement';
  const revealed = isReveal ? sha256Hex(commitmentText(entry.signal, entry.salt)) : null;
  return { entry, isHashed, revealed };
}

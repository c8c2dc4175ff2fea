import { concatBytes } from '@quantalgo/contracts/core/sha256';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { inspectEntry, type InspectedEntry } from '@quantalgo/contracts/record/ledger/inspection';
import { decodeBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { HASH_BYTES, hashLeaf } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';

export interface InspectedBundle {
  /**
   * A JSON list with null for invalid entries, because text passes between threads faster than
   * objects. Parse it with {@link parseInspected}.
   */
  readonly entries: string;
  readonly findings: readonly (Omit<InspectedEntry, 'entry'> | null)[];
  readonly hashes: Uint8Array<ArrayBuffer>;
}

function decodeText(bytes: Uint8Array, decoder: TextDecoder): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Null for entries that aren't UTF-8. All-ASCII bundles are decoded in one call, which is much
 * faster.
 */
function decodeTexts(leaves: readonly Uint8Array[]): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const bytes = concatBytes(...leaves);
  const text = decodeText(bytes, decoder);
  if (text === null || text.length !== bytes.length)
    return leaves.map((leaf) => decodeText(leaf, decoder));
  let offset = 0;
  return leaves.map(({ length }) => text.slice(offset, (offset += length)));
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inspectLeaf = (leaf: Uint8Array, text: string | null): InspectedEntry | null =>
  inspectEntry(parseJson(text), text === null ? null : { leaf, text });

export function inspectBundle(bundle: Uint8Array, count: number): InspectedBundle {
  const leaves = decodeBundle(bundle).slice(0, count);
  const texts = decodeTexts(leaves);
  const hashes = new Uint8Array(leaves.length * HASH_BYTES);
  for (const [index, leaf] of leaves.entries()) hashes.set(hashLeaf(leaf), index * HASH_BYTES);
  const inspections = leaves.map((leaf, index) => inspectLeaf(leaf, texts[index] ?? null));
  return {
    entries: `[${inspections.map((item, index) => (item ? texts[index] : 'null')).join()}]`,
    findings: inspections.map(
      (item) => item && { hasValidHash: item.hasValidHash, revealed: item.revealed },
    ),
    hashes,
  };
}

const inspectedEntriesSchema = z.custom<readonly (LedgerEntry | null)[]>(Array.isArray);

export function parseInspected({ entries, findings }: InspectedBundle): (InspectedEntry | null)[] {
  return inspectedEntriesSchema.parse(JSON.parse(entries)).map((entry, index) => {
    const finding = findings[index];
    return entry && finding ? { entry, ...finding } : null;
  });
}

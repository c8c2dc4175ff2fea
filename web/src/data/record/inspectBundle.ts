import { joined } from '@quantalgo/contracts/core/sha256';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { inspected, type Inspected } from '@quantalgo/contracts/record/ledger/inspection';
import { entriesOfBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { HASH_BYTES, leafHash } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';

export interface InspectedBundle {
  /**
   * A JSON list, with null for invalid entries: passing text between threads is faster than passing objects.
   * Parsed by {@link inspectedIn}.
   */
  readonly entries: string;
  readonly findings: readonly (Omit<Inspected, 'entry'> | null)[];
  readonly hashes: Uint8Array<ArrayBuffer>;
}

function decodeText(bytes: Uint8Array, decoder: TextDecoder): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Null for an entry that isn't UTF-8. ASCII is decoded at once: a call each takes longer than parsing. */
function decodeTexts(leaves: readonly Uint8Array[]): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const bytes = joined(...leaves);
  const text = decodeText(bytes, decoder);
  if (text === null || text.length !== bytes.length)
    return leaves.map((leaf) => decodeText(leaf, decoder));
  let at = 0;
  return leaves.map(({ length }) => text.slice(at, (at += length)));
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inspectLeaf = (leaf: Uint8Array, text: string | null): Inspected | null =>
  inspected(parseJson(text), text === null ? null : { leaf, text });

export function inspectBundle(bundle: Uint8Array, count: number): InspectedBundle {
  const leaves = entriesOfBundle(bundle).slice(0, count);
  const texts = decodeTexts(leaves);
  const hashes = new Uint8Array(leaves.length * HASH_BYTES);
  for (const [index, leaf] of leaves.entries()) hashes.set(leafHash(leaf), index * HASH_BYTES);
  const inspections = leaves.map((leaf, index) => inspectLeaf(leaf, texts[index] ?? null));
  return {
    entries: `[${inspections.map((one, index) => (one ? texts[index] : 'null')).join()}]`,
    findings: inspections.map((one) => one && { isHashed: one.isHashed, revealed: one.revealed }),
    hashes,
  };
}

const inspectedEntriesSchema = z.custom<readonly (LedgerEntry | null)[]>(Array.isArray);

export function inspectedIn({ entries, findings }: InspectedBundle): (Inspected | null)[] {
  return inspectedEntriesSchema.parse(JSON.parse(entries)).map((entry, index) => {
    const finding = findings[index];
    return entry && finding ? { entry, ...finding } : null;
  });
}

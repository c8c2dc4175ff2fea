import { joined } from '@quantalgo/contracts/core/sha256';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { inspected, type Inspected } from '@quantalgo/contracts/record/ledger/inspection';
import { entriesOfBundle } from '@quantalgo/contracts/record/log/entryBundle';
import { HASH_BYTES, leafHash } from '@quantalgo/contracts/record/log/tree';
import * as z from 'zod/mini';

/** A bundle's entries, each inspected by itself. */
export interface InspectedBundle {
  /**
   * A list of the entries as JSON, null for what is none: text is passed on from thread to thread in less time than
   * what was parsed from it. {@link inspectedIn} reads it.
   */
  readonly entries: string;
  /** Of each entry what else {@link Inspected} says. */
  readonly findings: readonly (Omit<Inspected, 'entry'> | null)[];
  /** The hashes of its leaves, one after the other. */
  readonly hashes: Uint8Array<ArrayBuffer>;
}

function textIn(bytes: Uint8Array, decoder: TextDecoder): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** The texts of entries; null of one that isn't UTF-8. ASCII is decoded at once: a call each takes longer than parsing. */
function textsOf(leaves: readonly Uint8Array[]): (string | null)[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const bytes = joined(...leaves);
  const text = textIn(bytes, decoder);
  if (text === null || text.length !== bytes.length)
    return leaves.map((leaf) => textIn(leaf, decoder));
  let at = 0;
  return leaves.map(({ length }) => text.slice(at, (at += length)));
}

/** The value of a JSON text; undefined where it is none. */
function valueIn(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inspectedLeaf = (leaf: Uint8Array, text: string | null): Inspected | null =>
  inspected(valueIn(text), text === null ? null : { leaf, text });

/**
 * Inspects the first `count` entries of a bundle.
 * @throws TypeError where it is no bundle
 */
export function inspectBundle(bundle: Uint8Array, count: number): InspectedBundle {
  const leaves = entriesOfBundle(bundle).slice(0, count);
  const texts = textsOf(leaves);
  const hashes = new Uint8Array(leaves.length * HASH_BYTES);
  for (const [index, leaf] of leaves.entries()) hashes.set(leafHash(leaf), index * HASH_BYTES);
  const found = leaves.map((leaf, index) => inspectedLeaf(leaf, texts[index] ?? null));
  return {
    entries: `[${found.map((one, index) => (one ? texts[index] : 'null')).join()}]`,
    findings: found.map((one) => one && { isHashed: one.isHashed, revealed: one.revealed }),
    hashes,
  };
}

/** {@link inspectBundle} found each to be an entry. */
const inspectedEntriesSchema = z.custom<readonly (LedgerEntry | null)[]>(Array.isArray);

/** The entries of an inspected bundle, with what was found of each; null for what is none. */
export function inspectedIn({ entries, findings }: InspectedBundle): (Inspected | null)[] {
  return inspectedEntriesSchema.parse(JSON.parse(entries)).map((entry, index) => {
    const found = findings[index];
    return entry && found ? { entry, ...found } : null;
  });
}

import {
  entriesOfBundle,
  HASH_BYTES,
  inspected,
  type Inspected,
  joined,
  leafHash,
} from '@quantalgo/contracts';

/** A bundle's entries, each inspected by itself. */
export interface InspectedBundle {
  /** Null for what is no entry. */
  readonly entries: readonly (Inspected | null)[];
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
  return {
    entries: leaves.map((leaf, index) => inspectedLeaf(leaf, texts[index] ?? null)),
    hashes,
  };
}

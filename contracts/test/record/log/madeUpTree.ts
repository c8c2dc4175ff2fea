import { encodeUtf8 } from '../../../src/core/sha256';
import { createTileHasher, TILE_WIDTH } from '../../../src/record/log/tiles';
import { hashLeaf, type Hash, hashNode } from '../../../src/record/log/tree';

/** `count` distinct leaves. */
export const buildLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => encodeUtf8(`leaf ${index}`));

/** The root by the recursive definition in RFC 6962, 2.1: slow, and independent of the code under test. */
export function slowRoot(leaves: readonly Uint8Array[]): Hash {
  const [first] = leaves;
  if (leaves.length === 1 && first) return hashLeaf(first);
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return hashNode(slowRoot(leaves.slice(0, split)), slowRoot(leaves.slice(split)));
}

/** Hashes of subtrees from tiles over these leaves, computed at once. */
export function hashesOver(leaves: readonly Uint8Array[]) {
  const levels = [leaves.map(hashLeaf)];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH;) {
    const above: Hash[] = [];
    for (let at = 0; at + TILE_WIDTH <= below.length; at += TILE_WIDTH) {
      let row = below.slice(at, at + TILE_WIDTH);
      while (row.length > 1)
        row = row.flatMap((left, index) => {
          const right = row[index + 1];
          return index % 2 === 0 && right ? [hashNode(left, right)] : [];
        });
      above.push(...row);
    }
    levels.push(above);
    below = above;
  }
  return createTileHasher((level, index) =>
    (levels[level] ?? []).slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH),
  );
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

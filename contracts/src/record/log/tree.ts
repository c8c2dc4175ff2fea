import { sha256 } from '../../core/sha256';

export type Hash = Uint8Array;

export const HASH_BYTES = 32;

export const hashEmptyTree = (): Hash => sha256();

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** SHA-256 of 0x00 and the leaf (RFC 6962, 2.1). */
export const hashLeaf = (leaf: Uint8Array): Hash => sha256(LEAF_PREFIX, leaf);

/** SHA-256 of 0x01 and both children (RFC 6962, 2.1). */
export const hashNode = (left: Hash, right: Hash): Hash => sha256(NODE_PREFIX, left, right);

export const areHashesEqual = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** RFC 6962 splits a tree at the largest power of two below `size`, which must be at least 2. */
export function findSplit(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * Root of equally tall, complete subtrees. Only the last may be shorter and incomplete.
 * @throws RangeError without hashes
 */
export function combineHashes(hashes: readonly Hash[]): Hash {
  const [firstHash] = hashes;
  if (!firstHash) throw new RangeError('A root needs at least one hash');
  if (hashes.length === 1) return firstHash;
  const split = findSplit(hashes.length);
  return hashNode(combineHashes(hashes.slice(0, split)), combineHashes(hashes.slice(split)));
}

/** `to` is exclusive. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** The 2^`level` leaves from `index` × 2^`level` on. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

export type HashAt = (subtree: Subtree) => Hash;

/**
 * Complete subtrees of a node, tallest first.
 * @param range must start at a multiple of the smallest power of two that is at least its length
 */
export function listSubtrees({ from, to }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  let level = 0;
  while (2 ** (level + 1) <= to - from) level += 1;
  for (let start = from; start < to; level -= 1) {
    const leaves = 2 ** level;
    if (leaves > to - start) continue;
    subtrees.push({ level, index: start / leaves });
    start += leaves;
  }
  return subtrees;
}

export const hashRange = (range: LeafRange, hashAt: HashAt): Hash =>
  listSubtrees(range)
    .map(hashAt)
    .reduceRight((right, left) => hashNode(left, right));

export const computeRoot = (size: number, hashAt: HashAt): Hash =>
  size === 0 ? hashEmptyTree() : hashRange({ from: 0, to: size }, hashAt);

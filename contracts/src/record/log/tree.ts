import { sha256 } from '../../core/sha256';

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array;

/** Length of a hash in bytes. */
export const HASH_BYTES = 32;

/** The root of a tree without leaves (RFC 6962, 2.1). */
export const emptyRoot = (): Hash => sha256();

/** Set leaves and inner nodes apart (RFC 6962, 2.1). */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hash of a leaf: SHA-256 of 0x00 and its bytes (RFC 6962, 2.1). */
export const leafHash = (leaf: Uint8Array): Hash => sha256(LEAF, leaf);

/** The hash of an inner node: SHA-256 of 0x01 and the hashes of its children (RFC 6962, 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

export const equalHashes = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** The largest power of two below `size`, which is at least 2: where RFC 6962 splits a tree. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * The root over the hashes of equally tall complete subtrees, of which the last may also be a shorter, incomplete one.
 * @throws RangeError for no hash
 */
export function rootOver(hashes: readonly Hash[]): Hash {
  const [first] = hashes;
  if (!first) throw new RangeError('A root is over one hash or more');
  if (hashes.length === 1) return first;
  const split = splitOf(hashes.length);
  return nodeHash(rootOver(hashes.slice(0, split)), rootOver(hashes.slice(split)));
}

/** Leaves from `from` up to, but without, `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A complete subtree: the 2^`level` leaves from `index` × 2^`level` on. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** The hash of a complete subtree of a given tree. */
export type HashAt = (subtree: Subtree) => Hash;

/**
 * The complete subtrees that a node over these leaves consists of, tallest first.
 * @param range of a node of some tree: it begins at a multiple of the least power of two that is not below its length
 */
export function subtreesOf({ from, to }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  let level = 0;
  while (2 ** (level + 1) <= to - from) level += 1;
  for (let at = from; at < to; level -= 1) {
    const leaves = 2 ** level;
    if (leaves > to - at) continue;
    subtrees.push({ level, index: at / leaves });
    at += leaves;
  }
  return subtrees;
}

/** The hash of the node over these leaves. */
export const rangeHash = (range: LeafRange, hashAt: HashAt): Hash =>
  subtreesOf(range)
    .map(hashAt)
    .reduceRight((right, left) => nodeHash(left, right));

/** The root of the first `size` leaves. */
export const rootOf = (size: number, hashAt: HashAt): Hash =>
  size === 0 ? emptyRoot() : rangeHash({ from: 0, to: size }, hashAt);

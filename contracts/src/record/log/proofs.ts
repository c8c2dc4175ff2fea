import {
  areHashesEqual,
  type Hash,
  type HashAt,
  type LeafRange,
  hashNode,
  hashRange,
  findSplit,
} from './tree';

function assertInTree(index: number, size: number): void {
  if (!(index >= 0 && index < size))
    throw new RangeError(`A tree of size ${size} has no leaf ${index}`);
}

/** Nodes that prove a leaf's inclusion, nearest first (RFC 6962, 2.1.1). */
export function listInclusionRanges(index: number, size: number): LeafRange[] {
  assertInTree(index, size);
  const listPath = (from: number, to: number): LeafRange[] => {
    if (to - from === 1) return [];
    const middle = from + findSplit(to - from);
    return index < middle
      ? [...listPath(from, middle), { from: middle, to }]
      : [...listPath(middle, to), { from, to: middle }];
  };
  return listPath(0, size);
}

/**
 * Nodes that prove growth from an older tree (RFC 6962, 2.1.2). None if that tree is empty or the
 * same.
 * @throws RangeError if the older tree is larger
 */
export function listConsistencyRanges(olderSize: number, newerSize: number): LeafRange[] {
  if (!(olderSize >= 0 && olderSize <= newerSize))
    throw new RangeError(
      `A tree of size ${newerSize} can’t have grown from one of size ${olderSize}`,
    );
  const listPath = (from: number, to: number, isKnown: boolean): LeafRange[] => {
    if (olderSize === to) return isKnown ? [] : [{ from, to }];
    const middle = from + findSplit(to - from);
    return olderSize <= middle
      ? [...listPath(from, middle, isKnown), { from: middle, to }]
      : [...listPath(middle, to, false), { from, to: middle }];
  };
  return olderSize === 0 ? [] : listPath(0, newerSize, true);
}

export const buildInclusionProof = (index: number, size: number, hashAt: HashAt): Hash[] =>
  listInclusionRanges(index, size).map((range) => hashRange(range, hashAt));

export const buildConsistencyProof = (
  olderSize: number,
  newerSize: number,
  hashAt: HashAt,
): Hash[] => listConsistencyRanges(olderSize, newerSize).map((range) => hashRange(range, hashAt));

const halve = (number: number) => Math.floor(number / 2);
const isOdd = (number: number) => number % 2 === 1;

export interface LeafPosition {
  readonly leaf: Hash;
  readonly index: number;
  readonly size: number;
  readonly root: Hash;
}

/** RFC 9162, 2.1.3.2. */
export function provesInclusion(
  { leaf, index, size, root }: LeafPosition,
  proof: readonly Hash[],
): boolean {
  if (!(index >= 0 && index < size)) return false;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    const isRight = isOdd(node) || node === last;
    hash = isRight ? hashNode(sibling, hash) : hashNode(hash, sibling);
    while (isRight && !isOdd(node) && node !== 0) [node, last] = [halve(node), halve(last)];
    [node, last] = [halve(node), halve(last)];
  }
  return last === 0 && areHashesEqual(hash, root);
}

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** True if the newer tree starts with all leaves of the older one (RFC 9162, 2.1.4.2). */
export function provesConsistency(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Hash[],
): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size)
    return proof.length === 0 && areHashesEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  let node = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(node)) [node, last] = [halve(node), halve(last)];
  const [startHash, ...siblings] = node === 0 ? [older.root, ...proof] : proof;
  if (!startHash) return false;
  let [olderHash, newerHash] = [startHash, startHash];
  for (const sibling of siblings) {
    if (last === 0) return false;
    const isRight = isOdd(node) || node === last;
    if (isRight) olderHash = hashNode(sibling, olderHash);
    newerHash = isRight ? hashNode(sibling, newerHash) : hashNode(newerHash, sibling);
    while (isRight && !isOdd(node) && node !== 0) [node, last] = [halve(node), halve(last)];
    [node, last] = [halve(node), halve(last)];
  }
  return (
    last === 0 && areHashesEqual(olderHash, older.root) && areHashesEqual(newerHash, newer.root)
  );
}

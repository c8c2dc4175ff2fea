import { type Hash, nodeHash, rootOf, type Subtree } from './tree';

/** A Merkle tree that leaves are added to. It knows its root at every size that it had. */
export class GrowingTree {
  /** The hashes of all complete subtrees: of each height, from the left. */
  readonly #levels: Hash[][] = [];

  /** Number of leaves. */
  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  /** Adds a leaf by its hash: {@link leafHash}. */
  add(leaf: Hash): void {
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      const hashes = (this.#levels[level] ??= []);
      const left = hashes.at(-1);
      hashes.push(hash);
      if (!left || hashes.length % 2 === 1) return;
      hash = nodeHash(left, hash);
    }
  }

  /** The root of the first `size` leaves; null where there are fewer. */
  rootAt(size: number): Hash | null {
    return size <= this.size ? rootOf(size, (subtree) => this.#hashAt(subtree)) : null;
  }

  #hashAt({ level, index }: Subtree): Hash {
    const hash = this.#levels[level]?.[index];
    if (!hash) throw new RangeError(`The tree has no subtree ${index} of height ${level}`);
    return hash;
  }
}

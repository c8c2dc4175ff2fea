import { type Hash, hashNode, computeRoot, type Subtree } from './tree';

/** An append-only Merkle tree that knows its root at every earlier size. */
export class GrowingTree {
  readonly #levels: Hash[][] = [];

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  add(leaf: Hash): void {
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      const hashes = (this.#levels[level] ??= []);
      const left = hashes.at(-1);
      hashes.push(hash);
      if (!left || hashes.length % 2 === 1) return;
      hash = hashNode(left, hash);
    }
  }

  rootAt(size: number): Hash | null {
    return size <= this.size ? computeRoot(size, (subtree) => this.#hashAt(subtree)) : null;
  }

  #hashAt({ level, index }: Subtree): Hash {
    const hash = this.#levels[level]?.[index];
    if (!hash) throw new RangeError(`The tree has no subtree ${index} of height ${level}`);
    return hash;
  }
}

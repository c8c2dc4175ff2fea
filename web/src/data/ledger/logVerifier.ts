import { base64Of, type Break, ChainVerifier, GrowingTree } from '@quantalgo/contracts';

/** The value of a JSON text; undefined where it is none. */
function valueIn(leaf: Uint8Array, decoder: TextDecoder): unknown {
  try {
    return JSON.parse(decoder.decode(leaf));
  } catch {
    return undefined;
  }
}

/** Verifies the entries of a log by the rules of a ledger, and builds the tree that its checkpoints state the root of. */
export class LogVerifier {
  readonly chain: ChainVerifier;
  readonly #tree = new GrowingTree();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /**
   * @param now epoch ms by a trusted clock: no entry may be later
   * @param ledgerId the expected ledger; undefined accepts any
   */
  constructor(now: number, ledgerId?: string) {
    this.chain = new ChainVerifier(now, ledgerId);
  }

  /** Takes the next entry's bytes; returns the break, now and on every later call, once there is one. */
  take(leaf: Uint8Array): Break | null {
    this.#tree.add(leaf);
    return this.chain.take(valueIn(leaf, this.#decoder));
  }

  /** The root of the tree of the first `size` entries, in base64; null where there are fewer. */
  rootAt(size: number): string | null {
    const root = this.#tree.rootAt(size);
    return root && base64Of(root);
  }
}

import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { TILE_WIDTH } from '@quantalgo/contracts/record/log/tiles';
import {
  hashEmptyTree,
  type Hash,
  hashLeaf,
  combineHashes,
} from '@quantalgo/contracts/record/log/tree';

/**
 * The right edge of a ledger's Merkle log: per level, the hashes of the tile that isn't full yet.
 */
export interface Log {
  readonly ledgerId: string;
  readonly size: number;
  readonly edge: readonly (readonly Hash[])[];
}

export interface FullTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: readonly Hash[];
}

export const createEmptyLog = (ledgerId: string): Log => ({ ledgerId, size: 0, edge: [] });

export { toLogOrigin as originOf };

/** `tiles` are those that became full. */
export function growLog(log: Log, leaves: readonly Uint8Array[]): { log: Log; tiles: FullTile[] } {
  const edge = log.edge.map((hashes) => [...hashes]);
  const tiles: FullTile[] = [];
  let { size } = log;
  const add = (level: number, hash: Hash) => {
    const hashes = [...(edge[level] ?? []), hash];
    edge[level] = hashes;
    if (hashes.length < TILE_WIDTH) return;
    tiles.push({ level, index: size / TILE_WIDTH ** (level + 1) - 1, hashes });
    edge[level] = [];
    add(level + 1, combineHashes(hashes));
  };
  for (const leaf of leaves) {
    size += 1;
    add(0, hashLeaf(leaf));
  }
  return { log: { ...log, size, edge }, tiles };
}

/** Source: RFC 6962, 2.1. */
export function getLogRoot({ edge }: Log): Hash {
  let lowerRoot: Hash | null = null;
  for (const hashes of edge) {
    const levelHashes: Hash[] = lowerRoot ? [...hashes, lowerRoot] : [...hashes];
    if (levelHashes.length > 0) lowerRoot = combineHashes(levelHashes);
  }
  return lowerRoot ?? hashEmptyTree();
}

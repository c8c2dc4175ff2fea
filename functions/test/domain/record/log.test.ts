import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { createTileHasher, TILE_WIDTH, getTileWidth } from '@quantalgo/contracts/record/log/tiles';
import { hashLeaf, computeRoot, combineHashes } from '@quantalgo/contracts/record/log/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createEmptyLog,
  type FullTile,
  growLog,
  type Log,
  getLogRoot,
  originOf,
} from '../../../src/domain/record/log';

/** Fills 256 tiles of level 0 and one of level 1, with 300 leaves to spare. */
const MAX = TILE_WIDTH ** 2 + 300;
const LEAVES = Array.from({ length: MAX }, (_, index) => encodeUtf8(String(index)));
const HASHES = LEAVES.map(hashLeaf);

/** A log grown in these steps, and all tiles filled on the way. */
function growInSteps(steps: readonly number[]): { log: Log; tiles: FullTile[] } {
  const tiles: FullTile[] = [];
  let log = createEmptyLog('test');
  for (const step of steps) {
    const next = growLog(log, LEAVES.slice(log.size, log.size + step));
    log = next.log;
    tiles.push(...next.tiles);
  }
  return { log, tiles };
}

/** Serialised, because strings compare faster than tens of thousands of hashes. */
const serialise = (all: ReturnType<typeof growInSteps>) =>
  JSON.stringify(all, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );

const whole = growInSteps([MAX]);

const tileHashes = (log: Log, tiles: readonly FullTile[]) => (level: number, index: number) =>
  tiles.find((tile) => tile.level === level && tile.index === index)?.hashes ??
  (getTileWidth(log.size, { level, index }) > 0 ? (log.edge[level] ?? []) : []);

describe('growing log', () => {
  it('is the same for any split into steps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 12 }), (steps) => {
        const size = steps.reduce((sum, step) => sum + step, 0);
        const [one, many] = [growInSteps([size]), growInSteps(steps)];
        expect(serialise(many)).toBe(serialise(one));
      }),
      { numRuns: 25 },
    );
  });

  it('has the root computed from its tiles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), (size) => {
        const { log, tiles } = growInSteps([size]);
        expect(getLogRoot(log)).toEqual(
          computeRoot(size, createTileHasher(tileHashes(log, tiles))),
        );
      }),
      { numRuns: 40 },
    );
    const hashAt = createTileHasher(tileHashes(whole.log, whole.tiles));
    expect(getLogRoot(whole.log)).toEqual(computeRoot(MAX, hashAt));
  });

  it('stores each leaf hash in the tile for its index', () => {
    const lowest = whole.tiles.filter(({ level }) => level === 0);
    expect(lowest.map(({ index }) => index)).toEqual(lowest.map((_, place) => place));
    const stored = [...lowest.flatMap(({ hashes }) => hashes), ...(whole.log.edge[0] ?? [])];
    expect(Buffer.concat(stored).equals(Buffer.concat(HASHES))).toBe(true);
  });

  it('stores the roots of 256 tiles in a tile of the next level', () => {
    const upper = whole.tiles.filter(({ level }) => level === 1);
    expect(upper).toMatchObject([{ index: 0 }]);
    expect(whole.log.edge.map(({ length }) => length)).toEqual([44, 1, 1]);
    const last = HASHES.slice(255 * TILE_WIDTH, TILE_WIDTH ** 2);
    expect(upper[0]?.hashes[255]).toEqual(combineHashes(last));
  });

  it('has a unique origin per ledger that is valid as a key name', () => {
    expect(originOf('a')).not.toBe(originOf('b'));
    expect(originOf('a b+c')).not.toMatch(/[+\s]/);
  });
});

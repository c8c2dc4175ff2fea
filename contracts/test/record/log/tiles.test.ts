import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBundle, encodeBundle, toLeaf } from '../../../src/record/log/entryBundle';
import {
  splitHashes,
  joinHashes,
  parseTilePath,
  getTilePart,
  formatTilePath,
  type TileName,
  getTileWidth,
} from '../../../src/record/log/tiles';
import { hashLeaf } from '../../../src/record/log/tree';
import { buildChain, GENESIS, published } from '../ledger/chain';
import { buildLeaves } from './madeUpTree';

const tile = fc.record<TileName>({
  level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
  index: fc.oneof(fc.nat(2000), fc.maxSafeNat()),
  width: fc.integer({ min: 1, max: 256 }),
});

describe('tile path', () => {
  it.each<[string, TileName]>([
    ['0/000', { level: 0, index: 0, width: 256 }],
    ['0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['1/x001/234.p/5', { level: 1, index: 1234, width: 5 }],
    ['entries/999.p/255', { level: 'entries', index: 999, width: 255 }],
    ['entries/x001/000', { level: 'entries', index: 1000, width: 256 }],
  ])('follows C2SP tlog-tiles: %s', (path, name) => {
    expect(formatTilePath(name)).toBe(path);
    expect(parseTilePath(path)).toEqual(name);
  });

  it('can be parsed back for any tile', () => {
    fc.assert(
      fc.property(tile, (name) => {
        expect(parseTilePath(formatTilePath(name))).toEqual(name);
      }),
    );
  });

  it.each([
    '0/0',
    '0/1000',
    '0/x000/001',
    '00/000',
    '0/x001',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/05',
    '0/000.p/',
    'data/000',
    '0/000/',
    '',
    '0/x9007/x199/x254/x740/x992/000',
  ])('rejects %j', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });
});

describe('tile', () => {
  it('has the width that follows from tree size, level and index', () => {
    expect(getTileWidth(0, { level: 0, index: 0 })).toBe(0);
    expect(getTileWidth(70_000, { level: 0, index: 273 })).toBe(112);
    expect(getTileWidth(70_000, { level: 0, index: 274 })).toBe(0);
    expect(getTileWidth(70_000, { level: 1, index: 1 })).toBe(17);
    expect(getTileWidth(70_000, { level: 2, index: 0 })).toBe(1);
    expect(getTileWidth(70_000, { level: 'entries', index: 0 })).toBe(256);
  });

  it('splits into its original hashes of 32 bytes', () => {
    const hashes = buildLeaves(5).map(hashLeaf);
    expect(splitHashes(joinHashes(hashes))).toEqual(hashes);
    expect(joinHashes(hashes)).toHaveLength(160);
  });

  it('covers a subtree with an aligned run of hashes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.nat(1_000_000), (level, index) => {
        const part = getTilePart({ level, index });
        const leavesOfHash = 256 ** part.level;
        expect((part.index * 256 + part.first) * leavesOfHash).toBe(index * 2 ** level);
        expect(part.count * leavesOfHash).toBe(2 ** level);
        expect(part.first + part.count).toBeLessThanOrEqual(256);
      }),
    );
  });
});

describe('entry bundle', () => {
  it('decodes to the original entries', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 256 }), (leaves) => {
        expect(decodeBundle(encodeBundle(leaves))).toEqual(leaves);
      }),
    );
  });

  it('writes each length as two big-endian bytes', () => {
    const bundle = encodeBundle([new Uint8Array(259).fill(7), Uint8Array.of(9)]);
    expect([...bundle.subarray(0, 3)]).toEqual([1, 3, 7]);
    expect([...bundle.subarray(-3)]).toEqual([0, 1, 9]);
  });

  it('rejects truncated bundles and entries over 65,535 bytes', () => {
    const bundle = encodeBundle([Uint8Array.of(1, 2, 3)]);
    for (const end of [1, 2, 4])
      expect(() => decodeBundle(bundle.slice(0, end))).toThrow(TypeError);
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });

  it('stores a ledger entry as canonical JSON including its hash', () => {
    const [genesis, publication] = buildChain(GENESIS, published(0));
    if (!genesis || !publication) throw new Error('Expected two entries');
    const text = String.fromCharCode(...toLeaf(publication));
    expect(JSON.parse(text)).toEqual(publication);
    expect(text.startsWith('{"at":')).toBe(true);
    expect(text).toContain(`"prev":"${genesis.hash}"`);
  });
});

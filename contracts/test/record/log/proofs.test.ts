import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildConsistencyProof,
  buildInclusionProof,
  provesConsistency,
  provesInclusion,
} from '../../../src/record/log/proofs';
import { hashEmptyTree, type Hash, hashLeaf, computeRoot } from '../../../src/record/log/tree';
import { bytes, hashesOver, hex, buildLeaves, slowRoot } from './madeUpTree';

/** Test vectors of certificate-transparency’s RFC 6962 implementation. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
  .concat('606162636465666768696a6b6c6d6e6f')
  .map(bytes);
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const GROWN: readonly [older: number, newer: number, proof: readonly string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];

const vectorHashes = hashesOver(LEAVES);

describe('RFC 6962 test vectors', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))(
    'match the root of %i leaves',
    (size, root) => {
      expect(hex(computeRoot(size, vectorHashes))).toBe(root);
    },
  );

  it('match the root of an empty tree', () => {
    expect(hex(hashEmptyTree())).toBe(ROOTS[0]);
  });

  it.each(GROWN)('match the consistency proof from %i to %i leaves', (older, newer, proof) => {
    expect(buildConsistencyProof(older, newer, vectorHashes).map(hex)).toEqual(proof);
  });
});

/** Crosses tile boundaries at 256 and 512. A third tile level would be too slow. */
const MAX = 700;
const LEAVES_OF_MAX = buildLeaves(MAX);
const hashAt = hashesOver(LEAVES_OF_MAX);
const headAt = (size: number) => ({ size, root: computeRoot(size, hashAt) });
const grown = fc
  .tuple(fc.integer({ min: 0, max: MAX }), fc.integer({ min: 0, max: MAX }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
const leafOfTree = fc
  .integer({ min: 1, max: MAX })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

/** The same hashes with one bit flipped. */
const flipBit = (proof: readonly Hash[], at: number): Hash[] =>
  proof.map((hash, index) =>
    index === at % proof.length
      ? hash.map((byte, place) => byte ^ Number(place === at % 32))
      : hash,
  );

describe('computeRoot', () => {
  it('matches the RFC’s recursive definition', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX }), (size) => {
        expect(computeRoot(size, hashAt)).toEqual(slowRoot(LEAVES_OF_MAX.slice(0, size)));
      }),
      { numRuns: 40 },
    );
  });
});

describe('inclusion proof', () => {
  const placed = (index: number, size: number) => ({
    leaf: hashLeaf(LEAVES_OF_MAX[index] ?? new Uint8Array()),
    index,
    ...headAt(size),
  });

  it('verifies each leaf in each tree that contains it', () => {
    fc.assert(
      fc.property(leafOfTree, ([size, index]) => {
        const proof = buildInclusionProof(index, size, hashAt);
        expect(provesInclusion(placed(index, size), proof)).toBe(true);
      }),
    );
  });

  it('fails for another leaf or index, or if changed, shortened or lengthened', () => {
    fc.assert(
      fc.property(leafOfTree, fc.nat(10_000), ([size, index], at) => {
        const proof = buildInclusionProof(index, size, hashAt);
        const right = placed(index, size);
        const wrong = [[...proof, right.leaf]];
        if (proof.length > 0) wrong.push(proof.slice(1), flipBit(proof, at));
        for (const one of wrong) expect(provesInclusion(right, one)).toBe(false);
        const other = {
          ...right,
          leaf: hashLeaf(LEAVES_OF_MAX[(index + 1) % MAX] ?? right.leaf),
        };
        expect(provesInclusion(other, proof)).toBe(false);
        expect(provesInclusion({ ...right, index: size }, proof)).toBe(false);
      }),
    );
  });

  it('can’t be built for a leaf beyond the tree', () => {
    expect(() => buildInclusionProof(8, 8, vectorHashes)).toThrow(RangeError);
  });
});

describe('consistency proof', () => {
  it('verifies each tree against each earlier size', () => {
    fc.assert(
      fc.property(grown, ([older, newer]) => {
        const proof = buildConsistencyProof(older, newer, hashAt);
        expect(provesConsistency(headAt(older), headAt(newer), proof)).toBe(true);
      }),
    );
  });

  it('fails if an earlier leaf was changed', () => {
    fc.assert(
      fc.property(grown, fc.nat(10_000), ([older, newer], at) => {
        fc.pre(older > 0);
        const changed = at % older;
        const rewritten = hashesOver(
          LEAVES_OF_MAX.map((leaf, index) => (index === changed ? leaf.slice(1) : leaf)),
        );
        const proof = buildConsistencyProof(older, newer, rewritten);
        const now = { size: newer, root: computeRoot(newer, rewritten) };
        expect(provesConsistency(headAt(older), now, proof)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('fails if changed, shortened, lengthened or reversed', () => {
    fc.assert(
      fc.property(grown, fc.nat(10_000), ([older, newer], at) => {
        const proof = buildConsistencyProof(older, newer, hashAt);
        const [was, is] = [headAt(older), headAt(newer)];
        expect(provesConsistency(was, is, [...proof, is.root])).toBe(false);
        if (older < newer) expect(provesConsistency(is, was, proof)).toBe(false);
        if (proof.length === 0) return;
        expect(provesConsistency(was, is, proof.slice(0, -1))).toBe(false);
        expect(provesConsistency(was, is, flipBit(proof, at))).toBe(false);
      }),
    );
  });

  it('fits into 1.5 kB of base64 lines for up to a billion entries', () => {
    const steps = Math.ceil(Math.log2(1e9));
    expect((steps + 1) * 45).toBeLessThanOrEqual(1500);
    fc.assert(
      fc.property(grown, ([older, newer]) => {
        const proof = buildConsistencyProof(older, newer, hashAt);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(Math.max(2, newer))) + 1);
      }),
    );
  });

  it('can’t be built for a tree that shrank', () => {
    expect(() => buildConsistencyProof(8, 7, vectorHashes)).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areLookalikes,
  countContradictions,
  getLookupKeys,
} from '../../../src/domain/submissions/lookalikes';
import { buildFingerprint } from '../../fingerprints';

/** Random positions, from which a test takes its parts. */
const anyPlaces = fc.shuffledSubarray(
  Array.from({ length: 4096 }, (_, index) => index),
  { minLength: 600, maxLength: 600 },
);

const inCommon = (one: readonly string[], other: readonly string[]) =>
  one.filter((key) => other.includes(key)).length;

describe('areLookalikes', () => {
  it('accepts images that differ only by noise, in either order', () => {
    fc.assert(
      fc.property(anyPlaces, fc.nat(60), (places, noisy) => {
        const [page, noise] = [places.slice(0, 250), places.slice(250, 250 + noisy)];
        const one = buildFingerprint(
          [...page, ...noise.slice(0, noisy / 2)],
          noise.slice(noisy / 2),
        );
        const other = buildFingerprint(
          [...page, ...noise.slice(noisy / 2)],
          noise.slice(0, noisy / 2),
        );
        expect([countContradictions(one, other), countContradictions(other, one)]).toEqual([0, 0]);
        expect(areLookalikes(one, other)).toBe(true);
      }),
    );
  });

  it('rejects images with three or more certain contradictions', () => {
    fc.assert(
      fc.property(anyPlaces, fc.integer({ min: 0, max: 40 }), (places, changed) => {
        const [page, more] = [places.slice(0, 250), places.slice(250, 250 + changed)];
        const [one, other] = [buildFingerprint(page), buildFingerprint([...page, ...more])];
        expect(countContradictions(one, other)).toBe(changed);
        expect([areLookalikes(one, other), areLookalikes(other, one)]).toEqual([
          changed < 3,
          changed < 3,
        ]);
      }),
    );
  });

  it('rejects images with different grids', () => {
    const one = buildFingerprint([1, 2, 3]);
    expect(areLookalikes(one, { ...one, columns: 128, rows: 32 })).toBe(false);
  });
});

describe('getLookupKeys', () => {
  it('shares a key between images that differ in a few positions', () => {
    fc.assert(
      fc.property(anyPlaces, fc.nat(5), (places, changed) => {
        const one = getLookupKeys(buildFingerprint(places.slice(0, 250)));
        expect(
          inCommon(one, getLookupKeys(buildFingerprint(places.slice(changed, 250)))),
        ).toBeGreaterThan(0);
      }),
    );
  });

  it('returns 30 keys, and shares none between images that differ in many positions', () => {
    fc.assert(
      fc.property(anyPlaces, (places) => {
        const one = getLookupKeys(buildFingerprint(places.slice(0, 250)));
        expect(new Set(one).size).toBe(30);
        expect(inCommon(one, getLookupKeys(buildFingerprint(places.slice(150, 400))))).toBe(0);
      }),
    );
  });

  it('returns none for a nearly blank image', () => {
    expect(
      getLookupKeys(buildFingerprint(Array.from({ length: 31 }, (_, index) => index))),
    ).toEqual([]);
  });
});

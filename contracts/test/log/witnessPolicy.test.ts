import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  impliesPolicy,
  quorumOf,
  withPolicy,
  type WitnessPolicy,
  witnessPolicyOf,
} from '../../src/log/witnessPolicy';
import { COSIGNATURE, verifierKey } from '../../src/log/checkpoint';
import { witnessesIn } from '../../src/log/witnesses';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;

/** Every set of witnesses that may have cosigned. */
const SETS = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  NAMES.filter((_name, index) => (bits >> index) % 2 === 1),
);

const aPolicy: fc.Arbitrary<WitnessPolicy> = fc
  .subarray([...NAMES], { minLength: 1 })
  .chain((keys) => fc.record({ keys: fc.constant(keys), needed: fc.nat(keys.length - 1) }))
  .map(({ keys, needed }) => ({ keys, needed: needed + 1 }));

const meets = (cosigned: readonly string[], { keys, needed }: WitnessPolicy): boolean =>
  keys.filter((key) => cosigned.includes(key)).length >= needed;

describe('a policy', () => {
  it('implies another where nothing meets it that doesn’t meet the other', () => {
    fc.assert(
      fc.property(aPolicy, aPolicy, (first, second) => {
        const always = SETS.every((set) => !meets(set, first) || meets(set, second));
        expect(impliesPolicy(first, second)).toBe(always);
      }),
    );
  });

  it('is never given up for those that come later, and none is held twice', () => {
    fc.assert(
      fc.property(fc.array(aPolicy, { maxLength: 6 }), (told) => {
        const held = told.reduce<WitnessPolicy[]>(withPolicy, []);
        for (const set of SETS)
          expect(held.every((one) => meets(set, one))).toBe(told.every((one) => meets(set, one)));
        for (const one of held)
          expect(held.filter((other) => impliesPolicy(other, one))).toEqual([one]);
      }),
    );
  });
});

describe('what a deployment demands', () => {
  const keyOf = (name: string) =>
    verifierKey({ name, publicKey: new Uint8Array(32).fill(7) }, COSIGNATURE);
  const witnesses = witnessesIn(NAMES.map((name) => `${keyOf(name)} https://${name}/add`).join());

  it('is as many as it says, and more than half where it says nothing', () => {
    expect(quorumOf(witnesses, 2)).toBe(2);
    expect([1, 2, 3, 4].map((count) => quorumOf(witnesses.slice(0, count), undefined))).toEqual([
      1, 2, 2, 3,
    ]);
    expect(witnessPolicyOf(witnesses, 2)).toEqual({ keys: NAMES.map(keyOf), needed: 2 });
    expect(witnessPolicyOf([], quorumOf([], undefined))).toBeNull();
  });

  it.each([0, 6, -1, 1.5, Number.NaN])('is refused where it says %d of five', (needed) => {
    expect(() => quorumOf(witnesses, needed)).toThrow(TypeError);
  });
});

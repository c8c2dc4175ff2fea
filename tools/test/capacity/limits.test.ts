import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countExtraVcpu,
  findMaxMembers,
  countPacks,
  PARTS,
  getNeededSetting,
  rankUtilisation,
} from '../../src/capacity/limits';

const size = fc.integer({ min: 1, max: 5_000_000 });

describe.each(PARTS)('$name', (part) => {
  it('has at least as much load with more members', () => {
    fc.assert(
      fc.property(size, size, (one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        expect(part.load(more)).toBeGreaterThanOrEqual(part.load(fewer));
      }),
    );
  });

  it('supports no more members than findMaxMembers returns', () => {
    const members = findMaxMembers(part, part.deployed);
    expect(part.load(members)).toBeLessThanOrEqual(part.deployed);
    expect(part.load(members + 1)).toBeGreaterThan(part.deployed);
  });

  it('has no more load than its needed setting', () => {
    fc.assert(
      fc.property(size, (members) => {
        expect(part.load(members)).toBeLessThanOrEqual(getNeededSetting(part, members));
      }),
    );
  });
});

describe('rankUtilisation', () => {
  it('reports no bottleneck for a site configured for its size', () => {
    fc.assert(
      fc.property(size, (members) => {
        expect(rankUtilisation(members, members)[0]?.utilisation).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('ranks the part that supports the fewest members first', () => {
    const [least] = PARTS.toSorted(
      (a, b) => findMaxMembers(a, a.deployed) - findMaxMembers(b, b.deployed),
    );
    const members = least ? findMaxMembers(least, least.deployed) + 1 : 0;
    const [first, second] = rankUtilisation(members, 0);
    expect(first?.part).toBe(least);
    expect(first?.utilisation).toBeGreaterThan(1);
    expect(second?.utilisation).toBeLessThanOrEqual(1);
  });
});

it('counts the extra vCPU of functions with more instances', () => {
  expect(countExtraVcpu(10_000)).toBe(0);
  // One more instance for notifications.
  expect(countExtraVcpu(100_000)).toBe(1);
});

it.each([
  [500, 16],
  [9_600, 16],
  [9_601, 256],
  [500_000, 4096],
])('puts %i devices into %i packs', (devices, packs) => expect(countPacks(devices)).toBe(packs));

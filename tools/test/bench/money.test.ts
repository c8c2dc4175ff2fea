import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf, valueIn, withPart } from '../../src/bench/document';
import { ASSUMED } from '../../src/bench/money/assumptions';
import { costOf, ofHouse, ofMember, together, totalOf } from '../../src/bench/money/month';
import { PRICES } from '../../src/bench/money/prices';

const counted = {
  hour: 48,
  comeBack: 24,
  pollingHour: 5400,
  publish: { reads: 4, writes: 6 },
  settle: { reads: 13, writes: 6 },
};
const member = ofMember(counted, ASSUMED);
const house = ofHouse(counted, ASSUMED);
const ofThousand = (members: number) =>
  (totalOf(costOf(together(members, member, house), PRICES)) / members) * 1000;

describe('what a month costs', () => {
  it('is for a member the open room, returns, calls and pushes', () => {
    const alone = { ...ASSUMED, calls: 0, toldByPush: 0 };
    const { activeDays, hoursOpen, returns } = ASSUMED;
    expect(ofMember(counted, alone).reads).toBe(activeDays * (hoursOpen * 48 + returns * 24));
    const withCalls = ofMember(counted, { ...alone, calls: 10 });
    expect(withCalls.reads - ofMember(counted, alone).reads).toBe(activeDays * 10 * 3);
    const told = ofMember(counted, { ...alone, toldByPush: 1 });
    expect(told.reads - ofMember(counted, alone).reads).toBe(30 * 6 * 3);
  });

  it('is for the house its jobs and one instance that is always warm', () => {
    expect(house.cpuSeconds).toBeGreaterThan(30 * 24 * 3600);
    expect(house.writes).toBeCloseTo(ASSUMED.slots * 12);
  });

  it('is less for each thousand the more there are, but never less than their own', () => {
    const own = 1000 * totalOf(costOf(member, PRICES));
    const numbers = fc.integer({ min: 1000, max: 10_000_000 });
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        expect(ofThousand(more)).toBeLessThanOrEqual(ofThousand(fewer));
        expect(ofThousand(more)).toBeGreaterThan(own);
      }),
    );
  });

  it('is the sum of what each thing costs, at its price', () => {
    const nothing = { ...PRICES, reads: 0, writes: 0, deletes: 0, invocations: 0, cpuSeconds: 0 };
    const used = { ...nothing, reads: 100_000, writes: 100_000, gibSeconds: 0, egressGib: 0 };
    expect(totalOf(costOf({ ...used, hostingGb: 2 }, PRICES))).toBeCloseTo(0.06 + 0.18 + 0.3);
  });
});

describe('a figure of another section', () => {
  const run = { at: new Date('2026-03-01T09:30:00Z'), machine: '2 cores' };
  const part = partOf('growth', 'What is counted', run, [
    { name: 'publish, 1,000 entries', value: 4.1, unit: 'reads a slot', digits: 2 },
    { name: 'publish, 1,000 entries', value: 6, unit: 'writes a slot', digits: 2 },
  ]);
  const document = withPart(withPart('', partOf('signals', 'Others', run, [])), part);

  it('is found in the document by section, name and unit', () => {
    expect(valueIn(document, 'growth', 'publish, 1,000 entries', 'reads a slot')).toBe(4.1);
    expect(valueIn(document, 'growth', 'publish, 1,000 entries', 'writes a slot')).toBe(6);
  });

  it('is none where it was not measured', () => {
    expect(valueIn(document, 'signals', 'publish, 1,000 entries', 'reads a slot')).toBeNull();
    expect(valueIn('', 'growth', 'publish, 1,000 entries', 'reads a slot')).toBeNull();
  });
});

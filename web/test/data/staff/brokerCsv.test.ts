import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOfList } from '../../../src/data/staff/submissions';

const HEAD = 'trader_id,under_our_link,funded,amount';

describe('a long list of the broker', () => {
  it('is sent in parts that a call takes, no row twice, none lost, each below the head', () => {
    const rows = fc.array(fc.stringMatching(/^[\w,. -]{1,40}$/), { maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 90, max: 400 }), (lines, most) => {
        const parts = partsOfList([HEAD, ...lines].join('\n'), most);
        expect(parts.flatMap(({ csv }) => csv.split('\n').slice(1))).toEqual(lines);
        for (const { csv } of parts) {
          expect(csv.startsWith(HEAD)).toBe(true);
          expect(csv.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('says how many lines stand before a part, so that a bad line is found in the file', () => {
    const parts = partsOfList([HEAD, 'a,yes,yes,1', 'b,yes,yes,2'].join('\n'), HEAD.length + 14);
    expect(parts.map(({ linesBefore }) => linesBefore)).toEqual([0, 1]);
  });

  it('is not cut inside quotes', () => {
    const [first] = partsOfList(`${HEAD}\n"a\nb",yes,yes,1\nc,yes,yes,2`, HEAD.length + 20);
    expect(first?.csv).toBe(`${HEAD}\n"a\nb",yes,yes,1`);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchQuery, splitTitle } from '../../../src/app/search/match';

const GOLD = { title: 'XAU/USD, 12:45', detail: 'CALL, won at level 0', keywords: 'XAUUSD' };

describe('matchQuery', () => {
  it('matches words anywhere, in any order and case', () => {
    for (const query of ['xau', '12:45 xau', 'XAUUSD', 'call xau', ' level  '])
      expect(matchQuery(query, GOLD), query).not.toBeNull();
    expect(matchQuery('xau 12:50', GOLD)).toBeNull();
  });

  it('ranks the title’s start above its other words, and those above details', () => {
    const score = (query: string) => matchQuery(query, GOLD)?.score ?? 0;
    expect(score('xau')).toBeGreaterThan(score('usd'));
    expect(score('usd')).toBeGreaterThan(score('call'));
  });

  it('marks matches in the title', () => {
    const ranges = matchQuery('usd xau', GOLD)?.ranges ?? [];
    expect(splitTitle(GOLD.title, ranges)).toEqual([
      { text: 'XAU', isMatch: true },
      { text: '/', isMatch: false },
      { text: 'USD', isMatch: true },
      { text: ', 12:45', isMatch: false },
    ]);
  });

  it('preserves the title’s text when marking matches', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (title, query) => {
        const match = matchQuery(query, { title });
        const parts = splitTitle(title, match?.ranges ?? []);
        expect(parts.map(({ text }) => text).join('')).toBe(title);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { buildTitlePattern } from '../../src/checks/suiteTests';

const TITLES = [
  'visitor opens / at 390 px, dark',
  'guest opens /dashboard at 390 px, dark',
  'guest goes to /dashboard/signals at 1280 px, light',
  'essential opens /dashboard/signals at 390 px, light',
];
const chosen = (...words: string[]) =>
  TITLES.filter((title) => RegExp(buildTitlePattern(words)).test(title));

describe('buildTitlePattern', () => {
  it('requires every word, in any order', () => {
    expect(chosen('light', 'guest')).toEqual([TITLES[2]]);
    expect(chosen('390', '/dashboard/signals')).toEqual([TITLES[3]]);
    expect(chosen('staff')).toEqual([]);
  });

  it('matches whole paths and escapes punctuation', () => {
    expect(chosen('/')).toEqual([TITLES[0]]);
    expect(chosen('/dashboard')).toEqual([TITLES[1]]);
    expect(chosen('.*')).toEqual([]);
  });
});

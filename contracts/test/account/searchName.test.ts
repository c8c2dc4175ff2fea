import { describe, expect, it } from 'vitest';
import { toSearchName } from '../../src/account/searchName';

describe('toSearchName', () => {
  it.each([
    ['Ọlá Obi', 'ola obi'],
    ['Ola\u0301 Obi', 'ola obi'],
    ['ZOE\u0308', 'zoe'],
    ['O’Neil', "o'neil"],
    ['OʼNeil', "o'neil"],
    ['O´Neil', "o'neil"],
    ['O＇Neil', "o'neil"],
    ['  Ada\u00A0 \u200BObi ', 'ada obi'],
    ['Ａｄａ', 'ada'],
    ['İpek', 'ipek'],
    ['Анна', 'анна'],
  ])('ignores case, accents, apostrophes’ shapes and blanks: “%s”', (name, searchName) => {
    expect(toSearchName(name)).toBe(searchName);
    expect(toSearchName(searchName)).toBe(searchName);
  });

  it('keeps the start of a name the start of its search name', () => {
    const name = 'Ọlá O’Neil-Obi';
    for (let length = 1; length <= name.length; length += 1)
      expect(toSearchName(name)).toMatch(new RegExp(`^${toSearchName(name.slice(0, length))}`));
  });
});

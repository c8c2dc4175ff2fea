import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, countVisible, getInitial } from '../../src/core/visibleText';

describe('getInitial', () => {
  it.each([
    ['Ada Obi', 'A'],
    ['ada', 'A'],
    ['érica', 'É'],
    ['e\u0301rica', 'É'.normalize('NFD')],
    ['ßen', 'ß'],
    ['ﬁona', 'ﬁ'],
    ['😀 Adaobi Obi', '😀'],
    ['👩🏽‍🚀 Ada', '👩🏽‍🚀'],
    ['🇳🇬 Ada', '🇳🇬'],
    ['\u200Fمحمد', 'م'],
    ['\u2067\u200Bמשה', 'מ'],
    ['\u3164Ada', 'A'],
    ['  李小龙', '李'],
    ['𝐀da', '𝐀'],
    ['', ''],
    ['\u200B', ''],
  ])('reduces “%s” to %s', (name, letter) => {
    expect(getInitial(name)).toBe(letter);
  });
});

describe('countVisible', () => {
  it('counts Latin text alike beside letters that need a segmenter', () => {
    const codes = fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0xa0, max: 0x24f }),
    );
    const latin = fc.array(codes).map((list) => String.fromCodePoint(...list));
    fc.assert(
      fc.property(latin, (text) => {
        expect(countVisible(text)).toBe(countVisible(`${text}李`) - 1);
        expect(getInitial(`${text}A`)).toBe(getInitial(`${text}A李`));
      }),
    );
  });
});

describe('cleanText', () => {
  it.each([
    [
      'a number from contacts',
      'Call \u202A+234 803\u202C, \u202D0803\u202C',
      'Call +234 803, 0803',
    ],
    ['a copied mention', '@\u2068Ada Obi\u2069 said', '@Ada Obi said'],
    ['line breaks of all systems', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['manual line breaks of Word', 'one\vtwo\fthree\u0085four', 'one\ntwo\nthree\nfour'],
    ['cells of a table', 'EURUSD\tCALL', 'EURUSD CALL'],
    ['an emoji with invisible joiners', ' ❤️ 👩🏽‍🚀 ', '❤️ 👩🏽‍🚀'],
  ])('cleans %s', (_, text, cleaned) => expect(cleanText(text)).toBe(cleaned));

  it.each(['', ' \n ', '\u200B', '\u3164\u3164', '\u2800 \u2800\n\u2800'])(
    'is empty if nothing of %j is visible',
    (text) => expect(cleanText(text)).toBe(''),
  );

  it('leaves the override that reverses text, so that it is refused', () => {
    expect(cleanText('Ada\u202Eibo\u202C')).toBe('Ada\u202Eibo');
  });
});

describe('cleanLine', () => {
  it('leaves line breaks, so that they are refused', () => {
    expect(cleanLine(' Ada\tObi\n\u2068Ade\u2069 ')).toBe('Ada Obi\nAde');
  });
});

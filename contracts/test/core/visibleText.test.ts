import { describe, expect, it } from 'vitest';
import { getInitial } from '../../src/core/visibleText';

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

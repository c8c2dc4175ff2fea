import { removeInvisible } from './visibleText';

/** Letters that look Latin and that NFKD doesn't map to Latin (Unicode confusables, UTS #39). */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аɑᴀꭺꓮⱥΑαΛΔ',
  b: 'вьβΒʙɓƀƃᏼꓐꞗƅᏏᗷᖯ',
  c: 'сςϲᴄꮯꓚⲥȼƈᑕ𐐽',
  d: 'ԁᴅꭰꓓđɖɗðժᏧᗞ',
  e: 'еεΕҽᴇꭼꓰⴹɇɛєəǝәꬲΣ',
  f: 'ϝƒꓝꞙꬵғꜰքᖴ',
  g: 'ԍɡɢցꮐᏻꓖǥɠ',
  h: 'нһΗʜꮋꓧⲏħɦհⱨңҥᏂᕼ',
  i: 'іιΙıɩɪꭵꙇɨ',
  j: 'јϳᴊꭻꓙɉյȷʝ',
  k: 'кκΚᴋꮶꓗⲕƙⱪқҝҟҡӄĸᛕ',
  l: 'ӏʟꮮꓡⳑłɫƚɭǀاוןߊⵏᛁᒪլꓲ',
  m: 'мΜᴍꮇꓟⲙɱϻӎᗰ',
  n: 'пηΝɴꓠⲛոռŋƞɲɳи',
  o: 'оοσθᴏօꓳⲟסهøөɵѳⵔဝჿ〇',
  p: 'рρΡᴘꮲꓑⲣƥᵽþᑭ',
  q: 'ԛգզʠɋϙⵕ',
  r: 'гяꭇᴦʀꭱꮢꓣⲅɼɽɍᖇ',
  s: 'ѕꜱՏꮪꮥꓢƽʂȿ𐑈',
  t: 'тτΤᴛꭲꓔⲧŧƭʈⱦҭ',
  u: 'υսᴜꓴʊʋꭒцμᑌ',
  v: 'νѵᴠꮩꓦⱱʌ',
  w: 'ԝѡաᴡꮃꮤꓪωɯшщⱳʍ',
  x: 'хχΧꓫⲭⵝꭓҳӽ᙭',
  y: 'уγүΥʏꭹꮍꓬⲩɏƴყұ',
  z: 'ζΖᴢꮓꓜⲍƶȥⱬʐ',
};

const findLatin = (letter: string): string | undefined =>
  Object.entries(LOOKALIKES).find(([, lookalikes]) => lookalikes.includes(letter))?.[0];

/** First code points of the white-on-black alphabets and of the regional indicators. */
const ALPHABET_STARTS = [0x1f150, 0x1f170, 0x1f1e6];

function toLatinLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const alphabetStart = ALPHABET_STARTS.find((start) => code >= start && code < start + 26);
  if (alphabetStart !== undefined) return String.fromCodePoint(0x61 + code - alphabetStart);
  if (/[\0-\x7F]/.test(letter)) return letter;
  const lower = letter.toLowerCase();
  // Looks up the letter before its lower case, because a Greek Ν looks like an N, but its ν like a
  // v.
  const latin = findLatin(letter) ?? findLatin(lower);
  if (latin === undefined) return letter;
  return letter === lower ? latin : latin.toUpperCase();
}

const toLatinLetters = (text: string): string => Array.from(text, toLatinLetter).join('');

export const toLatin = (text: string): string =>
  toLatinLetters(toLatinLetters(removeInvisible(text)).normalize('NFKD').replace(/\p{M}/gu, ''));

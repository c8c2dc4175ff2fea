/**
 * Format characters, variation selectors and fillers, including the blank note head and blank
 * braille.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Contacts and messengers wrap names and numbers in these. U+202E, which reverses text, stays. */
const removeDirectionMarks = (text: string): string =>
  text.replace(/[\u202A-\u202D\u2066-\u2069]/g, '');

/** For a single line, which may be pasted from a table. Empty if nothing of it is visible. */
export function cleanLine(text: string): string {
  const line = removeDirectionMarks(text).replace(/\t/g, ' ').trim();
  return removeInvisible(line).trim() === '' ? '' : line;
}

/** For several lines. Word’s line break is a vertical tab. */
export const cleanText = (text: string): string =>
  cleanLine(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n'));

/** Each of these characters is a grapheme: most names need no segmenter, whose rules load slowly. */
const SIMPLE_TEXT = /^[ -~\u00A0-\u024F]*$/;

const splitGraphemes = (text: string): string[] =>
  'Segmenter' in Intl && !SIMPLE_TEXT.test(text)
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : Array.from(text);

const isVisible = (grapheme: string): boolean =>
  /[^\p{Cc}\p{Co}\p{Cs}\p{Z}\p{Mn}\p{Me}]/u.test(removeInvisible(grapheme));

const listVisibleGraphemes = (text: string): string[] => splitGraphemes(text).filter(isVisible);

export const countVisible = (text: string): number =>
  listVisibleGraphemes(text).reduce(
    (sum, grapheme) => sum + 1 + (grapheme.match(/\p{Mc}/gu)?.length ?? 0),
    0,
  );

/** First visible character, in upper case if that is still one character. */
export function getInitial(name: string): string {
  const [firstGrapheme = ''] = listVisibleGraphemes(name);
  const character = firstGrapheme.replace(/^[\p{Cc}\p{Z}]+/u, '');
  const capital = character.toUpperCase();
  return Array.from(capital).length === Array.from(character).length ? capital : character;
}

/** Shown as nothing: format characters, variation selectors, fillers (also the blank note head and braille blank). */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

const splitGraphemes = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : Array.from(text);

/** Something to see: not only spaces, controls, and marks without a letter to stand on. */
const isVisible = (grapheme: string): boolean =>
  /[^\p{Cc}\p{Co}\p{Cs}\p{Z}\p{Mn}\p{Me}]/u.test(removeInvisible(grapheme));

const visibleGraphemes = (text: string): string[] => splitGraphemes(text).filter(isVisible);

/** Visible characters. A vowel sign of an Indic script counts beside its consonant, an emoji once. */
export const countVisible = (text: string): number =>
  visibleGraphemes(text).reduce(
    (sum, grapheme) => sum + 1 + (grapheme.match(/\p{Mc}/gu)?.length ?? 0),
    0,
  );

/** What stands for a name in its picture: its first visible character, in capitals where that is one character. */
export function initial(name: string): string {
  const [first = ''] = visibleGraphemes(name);
  const shown = first.replace(/^[\p{Cc}\p{Z}]+/u, '');
  const capital = shown.toUpperCase();
  return Array.from(capital).length === Array.from(shown).length ? capital : shown;
}

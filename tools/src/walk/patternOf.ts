/**
 * A regular expression for titles that have all of these words, in any order. A path is a word that ends where it ends:
 * `/dashboard` does not mean `/dashboard/signals`.
 */
export const patternOf = (words: readonly string[]): string =>
  words.map((word) => `(?=.*${word.replaceAll(/[^\w]/g, '\\$&')}(?![\\w/]))`).join('');

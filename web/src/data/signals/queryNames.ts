import { parsePair, parseSide } from '@quantalgo/contracts/signals/pairText';
import { type QueryParser, splitWords } from './queryWords';

/** One letter is the start of a word, although exports write `B` and `S`. */
const parseDirection = (text: string): string | null =>
  /\p{L}{2}|\p{S}/u.test(text) ? (parseSide(text)?.direction ?? null) : null;

const removeSeparators = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Checks the letters, because `parsePair` takes the second word of `eurusd won` for a suffix. */
function parseWholePair(query: string): string | null {
  const pair = parsePair(query);
  return pair !== null && removeSeparators(pair) === removeSeparators(query) ? pair : null;
}

/**
 * Adds the pair or direction that a word or the whole query names: `buy gold` becomes
 * `[['buy', 'call'], ['gold', 'xauusd']]`.
 */
export const parseNames: QueryParser = (q) => {
  const queryTerms = q === null ? [] : [parseWholePair(q), parseDirection(q)];
  return splitWords(q).map((word) => {
    const terms = [word, parsePair(word), parseDirection(word), ...queryTerms];
    return [...new Set(terms.flatMap((term) => term?.toLowerCase() ?? []))];
  });
};

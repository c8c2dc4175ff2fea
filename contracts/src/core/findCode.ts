import * as z from 'zod/mini';
import { cleanCode, MAX_CLEANED_LENGTH } from './identity';
import { CODE_ALPHABET, CONFIRMATION_CODE_LENGTH, toCodeCharacters } from './validation';

/**
 * Finds the code in pasted text that may include the words around it. Text no longer than the code
 * may be a part of it. Empty if no word, or more than one, could be the code, and for text too long
 * to clean. A word with digits or only capitals is preferred.
 */
export function findCode(
  text: string,
  {
    length = CONFIRMATION_CODE_LENGTH,
    digits = false,
  }: { readonly length?: number; readonly digits?: boolean } = {},
): string {
  if (text.length > MAX_CLEANED_LENGTH) return '';
  const cleaned = toCodeCharacters(text, Infinity);
  const characters = digits ? cleaned.replace(/\D/g, '') : cleaned;
  if (characters.length <= length) return characters;
  const codePattern = new RegExp(`^[${digits ? '0-9' : CODE_ALPHABET}]{${length}}$`);
  const words = text.split(/[\s\p{Po}\p{S}]+/u).filter((word) => codePattern.test(cleanCode(word)));
  return findOnlyCode(words) ?? findOnlyCode(words.filter(isUnlikeWord)) ?? '';
}

function findOnlyCode(words: readonly string[]): string | undefined {
  const [code, ...otherCodes] = new Set(words.map(cleanCode));
  return otherCodes.length === 0 ? code : undefined;
}

/** `transfer` and `Benjamin` have as many letters as a code. */
const isUnlikeWord = (word: string): boolean => /\d/.test(word) || word === word.toUpperCase();

/** Also accepts a message or link that includes the code. Without one, the text is only cleaned. */
export const findCodeField = (required: string, length: number) =>
  z.string(required).check(
    z.overwrite((text) => findCode(text, { length }) || cleanCode(text)),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(200, required),
  );

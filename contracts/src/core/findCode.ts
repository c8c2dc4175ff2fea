import * as z from 'zod/mini';
import { cleanCode } from './identity';
import { CODE_ALPHABET, CONFIRMATION_CODE_LENGTH, toCodeCharacters } from './validation';

/**
 * Finds the code in pasted text that may include the words around it. Text no longer than the code
 * may be a part of it. Empty if no word, or more than one, could be the code.
 */
export function findCode(
  text: string,
  {
    length = CONFIRMATION_CODE_LENGTH,
    digits = false,
  }: { readonly length?: number; readonly digits?: boolean } = {},
): string {
  const cleaned = toCodeCharacters(text, Infinity);
  const characters = digits ? cleaned.replace(/\D/g, '') : cleaned;
  if (characters.length <= length) return characters;
  const codePattern = new RegExp(`^[${digits ? '0-9' : CODE_ALPHABET}]{${length}}$`);
  const words = text.split(/[\s\p{Po}\p{S}]+/u).map(cleanCode);
  const [code = '', ...otherCodes] = new Set(words.filter((word) => codePattern.test(word)));
  return otherCodes.length === 0 ? code : '';
}

/** Also accepts a whole message or link that includes the code. Text without it stays as it is. */
export const findCodeField = (required: string, length: number) =>
  z.string(required).check(
    z.overwrite((text) => findCode(text, { length }) || cleanCode(text)),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(200, required),
  );

import * as z from 'zod/mini';

export const CONFIRMATION_CODE_LENGTH = 7;

/** Letters and digits that can't be taken for one another, lower case as they are stored. */
export const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** What is left of typed or pasted text in the boxes of a code: letters and digits, as they are stored. */
export const codeCharacters = (text: string, length: number = CONFIRMATION_CODE_LENGTH): string =>
  text
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, length)
    .toLowerCase();

/** A confirmation code as typed: trimmed and lower-cased, seven characters at most. */
export const confirmationCodeSchema = z
  .string('Please enter the confirmation code')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Please enter the confirmation code', abort: true }),
    z.maxLength(CONFIRMATION_CODE_LENGTH, 'Invalid confirmation code'),
  );

/** How long a confirmation code is valid, in ms. */
export const CONFIRMATION_CODE_MS = 30 * 60_000;

/** Wrong tries that a confirmation code, or a dashboard code, stands. */
export const CODE_TRIES = 5;

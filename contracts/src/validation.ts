import * as z from 'zod/mini';

/**
 * Control characters, line separators, half surrogates (which no database stores), and the bidirectional overrides that
 * would let a text rewrite what stands around it.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;

/** True for a line of text that can be shown anywhere as it is: emoji and right-to-left scripts included. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

/** What mail programs make a link of. */
const SITE_ADDRESS = /:\/\/|[\p{L}\p{N}]\.\p{L}{2,}\//u;

/** Ids that the database keeps for itself; it fails at them. */
const RESERVED = '(?!__.*__$)';

/** The id of something stored: word characters and dashes, `most` of them at most. */
export const storedId = (most: number): RegExp => new RegExp(`^${RESERVED}[\\w-]{1,${most}}$`);

/** A member's full name, trimmed. Emoji, right-to-left text and apostrophes are fine; control characters are not. */
export const fullNameSchema = z.string('Full name is required').check(
  z.trim(),
  z.minLength(1, { error: 'Full name is required', abort: true }),
  z.minLength(3, 'Full name must be at least 3 characters'),
  z.maxLength(120, 'Full name must be at most 120 characters'),
  z.refine(isPrintable, 'Full name must not contain control characters'),
  z.refine((name) => !SITE_ADDRESS.test(name), 'Full name must not contain addresses of sites'),
);

/** Something, an at sign, and a domain with a dot: what the specification's `{email}` asks for. */
const LOOKS_LIKE_EMAIL = /^[^\s@<>"\p{Cs}]+@[^\s@<>"\p{Cs}]+\.[^\s@<>".\p{Cs}]{2,}$/u;

/**
 * An address, trimmed and lower-cased (the one place where that happens), with the messages of the screen it stands on.
 */
export const emailField = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(254, { error: invalid, abort: true }),
      z.regex(LOOKS_LIKE_EMAIL, invalid),
    );

export const PASSWORD_MIN_LENGTH = 8;

/** Longer ones would only cost hashing time. */
export const PASSWORD_MAX_LENGTH = 4096;

/** The rules that the sign-up form shows as they are met. */
export const PASSWORD_RULES = [
  {
    label: `${PASSWORD_MIN_LENGTH} characters`,
    met: (text: string) => text.length >= PASSWORD_MIN_LENGTH,
  },
  { label: 'Uppercase', met: (text: string) => /\p{Lu}/u.test(text) },
  { label: 'Lowercase', met: (text: string) => /\p{Ll}/u.test(text) },
  { label: 'Number', met: (text: string) => /\d/.test(text) },
] as const;

/** A password for a new account. */
export const newPasswordSchema = z.string('Password is required').check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.minLength(PASSWORD_MIN_LENGTH, {
    error: 'Password must be at least 8 characters',
    abort: true,
  }),
  z.maxLength(PASSWORD_MAX_LENGTH, { error: 'Password is too long', abort: true }),
  z.refine(
    (text) => PASSWORD_RULES.every(({ met }) => met(text)),
    'Password must contain uppercase, lowercase, and number',
  ),
);

const CURRENT = 'Please enter your current password';

/** The password of who is signed in, asked for again. */
export const currentPasswordSchema = z
  .string(CURRENT)
  .check(z.minLength(1, CURRENT), z.maxLength(PASSWORD_MAX_LENGTH, 'Password is too long'));

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

/** Characters of a dashboard code and of a transfer code, read aloud or copied from another screen. */
export const TYPED_CODE_LENGTH = 8;

/** Characters of a reset token: short enough to be typed where a link opens the wrong window, 79 bits all the same. */
export const RESET_TOKEN_LENGTH = 16;

/** How long a reset token is valid, in ms. */
export const RESET_TOKEN_MS = 60 * 60_000;

/** How long a transfer code is valid, in ms. */
export const TRANSFER_CODE_MS = 5 * 60_000;

/** How long a dashboard code is valid, in ms. */
export const DASHBOARD_CODE_MS = 7 * 24 * 60 * 60_000;

/** A code as people type or paste it: blanks and dashes are not part of it, capitals neither. */
export const typedCode = (required: string) =>
  z.string(required).check(
    z.overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase()),
    z.minLength(1, { error: required, abort: true }),
    z.maxLength(200, required),
  );

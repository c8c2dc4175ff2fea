import * as z from 'zod/mini';
import { cleanCode, cleanEmail, cleanPhone, cleanTelegram, isPossibleEmail } from './identity';
import { countVisible } from './visibleText';

/**
 * Control characters, line separators, lone surrogates (which no database stores), and the bidirectional overrides,
 * with which a text could reorder the text around it.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;

/** True for a line of text that is safe to show anywhere, emoji and right-to-left scripts included. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

/** Text that mail programs turn into a link. */
const SITE_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com|net|org|info|biz|xyz|io|app|site|online|shop|link|top|vip)(?!\p{L}))/iu;

/** Ids reserved by the database, which rejects them. */
const RESERVED = '(?!__.*__$)';

/** The pattern of a stored object's id: word characters and dashes, at most `most` of them. */
export const storedId = (most: number): RegExp => new RegExp(`^${RESERVED}[\\w-]{1,${most}}$`);

/** A member's full name, trimmed. Emoji, right-to-left text and apostrophes are fine; control characters are not. */
export const fullNameSchema = z.string('Full name is required').check(
  z.trim(),
  z.minLength(1, { error: 'Full name is required', abort: true }),
  z.refine((name) => countVisible(name) >= 3, 'Full name must be at least 3 characters'),
  z.maxLength(120, 'Full name must be at most 120 characters'),
  z.refine(isPrintable, 'Full name must not contain control characters'),
  z.refine((name) => !SITE_ADDRESS.test(name), 'Full name must not contain addresses of sites'),
);

export const PHONE_INVALID = 'Phone number is invalid';

/** A phone number as typed; whether it is valid depends on the country. */
export const phoneSchema = z
  .string('Phone number is required')
  .check(
    z.overwrite(cleanPhone),
    z.minLength(1, { error: 'Phone number is required', abort: true }),
    z.maxLength(32, PHONE_INVALID),
  );

const TELEGRAM = 'Telegram must be at most 64 characters';

/** A Telegram name as typed; empty for none. */
export const telegramName = z
  .string(TELEGRAM)
  .check(
    z.overwrite(cleanTelegram),
    z.maxLength(64, TELEGRAM),
    z.refine(isPrintable, 'Telegram must not contain control characters'),
  );

/** An email address, cleaned and lower-cased (only here), with the error messages of its screen. */
export const emailField = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanEmail),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isPossibleEmail, invalid),
    );

export const PASSWORD_MIN_LENGTH = 8;

/** Longer passwords would only cost hashing time. */
export const PASSWORD_MAX_LENGTH = 4096;

/** The rules that the sign-up form ticks off as they are met. */
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
export const newPasswordSchema = /* @__PURE__ */ z.string('Password is required').check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.minLength(PASSWORD_MIN_LENGTH, {
    error: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
    abort: true,
  }),
  z.maxLength(PASSWORD_MAX_LENGTH, { error: 'Password is too long', abort: true }),
  z.refine(
    (text) => PASSWORD_RULES.every(({ met }) => met(text)),
    'Password must contain uppercase, lowercase, and number',
  ),
);

const CURRENT = 'Please enter your current password';

/** The signed-in member's password, asked for again. */
export const currentPasswordSchema = /* @__PURE__ */ z
  .string(CURRENT)
  .check(z.minLength(1, CURRENT), z.maxLength(PASSWORD_MAX_LENGTH, 'Password is too long'));

export const CONFIRMATION_CODE_LENGTH = 7;

/** Letters and digits that can't be mistaken for one another, in lower case as stored. */
export const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Reduces text typed or pasted into the boxes of a code to ASCII letters and digits, in lower case as stored. */
export const codeCharacters = (text: string, length: number = CONFIRMATION_CODE_LENGTH): string =>
  cleanCode(text)
    .replace(/[^a-z\d]/g, '')
    .slice(0, length);

/** A confirmation code as typed: seven letters and digits at most. */
export const confirmationCodeSchema = /* @__PURE__ */ z
  .string('Please enter the confirmation code')
  .check(
    z.overwrite(cleanCode),
    z.minLength(1, { error: 'Please enter the confirmation code', abort: true }),
    z.maxLength(CONFIRMATION_CODE_LENGTH, 'Invalid confirmation code'),
  );

/** How long a confirmation code is valid, in ms. */
export const CONFIRMATION_CODE_MS = 30 * 60_000;

/** Wrong attempts before a confirmation code or a dashboard code is exhausted. */
export const CODE_TRIES = 5;

/** Length of a dashboard code and of a transfer code, which are read aloud or copied from another screen. */
export const TYPED_CODE_LENGTH = 8;

/** Length of a reset token: short enough to type if its link opens in the wrong window, yet 79 bits. */
export const RESET_TOKEN_LENGTH = 16;

/** How long a reset token is valid, in ms. */
export const RESET_TOKEN_MS = 60 * 60_000;

/** How long a transfer code is valid, in ms. */
export const TRANSFER_CODE_MS = 5 * 60_000;

/** How long a dashboard code is valid, in ms. */
export const DASHBOARD_CODE_MS = 7 * 24 * 60 * 60_000;

/** A code as people type or paste it. */
export const typedCode = (required: string) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanCode),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(200, required),
    );

import * as z from 'zod/mini';
import { cleanCode, cleanEmail, cleanPhone, cleanTelegram, isPossibleEmail } from './identity';
import { cleanLine, countVisible } from './visibleText';

/**
 * Control characters, line separators, lone surrogates (which no database stores), and
 * bidirectional overrides (which could reorder the surrounding text).
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069]/u;

export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

export const areLinesPrintable = (text: string): boolean => text.split('\n').every(isPrintable);

const SITE_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com|net|org|info|biz|xyz|io|app|site|online|shop|link|top|vip)(?!\p{L}))/iu;

/** Firestore rejects ids such as `__name__`. */
const NOT_RESERVED = '(?!__.*__$)';

export const createIdPattern = (maxLength: number): RegExp =>
  new RegExp(`^${NOT_RESERVED}[\\w-]{1,${maxLength}}$`);

export const fullNameSchema = z.string('Full name is required').check(
  z.overwrite(cleanLine),
  z.minLength(1, { error: 'Full name is required', abort: true }),
  z.maxLength(120, { error: 'Full name must be at most 120 characters', abort: true }),
  z.refine((name) => countVisible(name) >= 3, 'Full name must be at least 3 characters'),
  z.refine(isPrintable, 'Full name must not contain control characters'),
  z.refine((name) => !SITE_ADDRESS.test(name), 'Full name must not contain web addresses'),
);

export const PHONE_INVALID = 'Phone number is invalid';

export const phoneSchema = z
  .string('Phone number is required')
  .check(
    z.overwrite(cleanPhone),
    z.minLength(1, { error: 'Phone number is required', abort: true }),
    z.maxLength(32, PHONE_INVALID),
  );

const TELEGRAM_TOO_LONG = 'Telegram username must be at most 64 characters';

export const telegramNameSchema = z
  .string(TELEGRAM_TOO_LONG)
  .check(
    z.overwrite(cleanTelegram),
    z.maxLength(64, TELEGRAM_TOO_LONG),
    z.refine(isPrintable, 'Telegram username must not contain control characters'),
  );

export const emailField = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanEmail),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isPossibleEmail, invalid),
    );

export const CONFIRMATION_CODE_LENGTH = 7;

export const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export const toCodeCharacters = (text: string, length: number = CONFIRMATION_CODE_LENGTH): string =>
  cleanCode(text)
    .replace(/[^a-z\d]/g, '')
    .slice(0, length);

export const confirmationCodeSchema = z
  .string('Please enter the confirmation code')
  .check(
    z.overwrite(cleanCode),
    z.minLength(1, { error: 'Please enter the confirmation code', abort: true }),
    z.maxLength(CONFIRMATION_CODE_LENGTH, 'Invalid confirmation code'),
  );

export const CONFIRMATION_CODE_TTL_MS = 30 * 60_000;

export const MAX_CODE_ATTEMPTS = 5;

export const LONG_CODE_LENGTH = 8;

/** 79 bits, yet short enough to type if the link opens in the wrong browser. */
export const RESET_TOKEN_LENGTH = 16;

export const RESET_TOKEN_TTL_MS = 60 * 60_000;

export const TRANSFER_CODE_TTL_MS = 5 * 60_000;

export const DASHBOARD_CODE_TTL_MS = 7 * 24 * 60 * 60_000;

export const codeField = (required: string) =>
  z
    .string(required)
    .check(
      z.overwrite(cleanCode),
      z.minLength(1, { error: required, abort: true }),
      z.maxLength(200, required),
    );

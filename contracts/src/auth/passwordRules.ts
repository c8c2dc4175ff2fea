import * as z from 'zod/mini';

export const PASSWORD_MIN_LENGTH = 8;

/** Bounds the time to hash a password. */
export const PASSWORD_MAX_LENGTH = 4096;

export const PASSWORD_RULES = [
  {
    label: `${PASSWORD_MIN_LENGTH} characters`,
    isMet: (text: string) => text.length >= PASSWORD_MIN_LENGTH,
  },
  { label: 'Uppercase', isMet: (text: string) => /\p{Lu}/u.test(text) },
  { label: 'Lowercase', isMet: (text: string) => /\p{Ll}/u.test(text) },
  { label: 'Number', isMet: (text: string) => /\d/.test(text) },
] as const;

export const PASSWORD_HELP = `At least ${PASSWORD_MIN_LENGTH} characters, with uppercase and lowercase letters and a number.`;

export const newPasswordSchema = z.string('Password is required').check(
  z.minLength(1, { error: 'Password is required', abort: true }),
  z.minLength(PASSWORD_MIN_LENGTH, {
    error: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
    abort: true,
  }),
  z.maxLength(PASSWORD_MAX_LENGTH, { error: 'Password is too long', abort: true }),
  z.refine(
    (text) => PASSWORD_RULES.every(({ isMet }) => isMet(text)),
    'Password must contain uppercase, lowercase, and number',
  ),
);

const CURRENT_PASSWORD_REQUIRED = 'Please enter your current password';

export const currentPasswordSchema = z
  .string(CURRENT_PASSWORD_REQUIRED)
  .check(
    z.minLength(1, CURRENT_PASSWORD_REQUIRED),
    z.maxLength(PASSWORD_MAX_LENGTH, 'Password is too long'),
  );

import * as z from 'zod/mini';
import { COUNTRY_NAMES } from './countries';
import { emailField } from './email';
import { fullNameSchema } from './names';
import { newPasswordSchema } from './passwords';
import { isPhoneNumber } from './phone';
import { isPrintable } from './printable';

const TELEGRAM = 'Telegram must be at most 64 characters';

/** A name on the messaging app as it was typed; an empty one is none. */
const telegramSchema = z.pipe(
  z
    .string(TELEGRAM)
    .check(
      z.trim(),
      z.maxLength(64, TELEGRAM),
      z.refine(isPrintable, 'Telegram must not contain control characters'),
    ),
  z.transform((name) => (name === '' ? undefined : name)),
);

/** What the sign-up form sends; the messages are those that stand under its fields. */
export const registrationSchema = z
  .strictObject({
    fullName: fullNameSchema,
    email: emailField('Email is required', 'Email is invalid'),
    phone: z
      .string('Phone number is required')
      .check(
        z.trim(),
        z.minLength(1, { error: 'Phone number is required', abort: true }),
        z.maxLength(32, 'Phone number is invalid'),
      ),
    country: z.enum(COUNTRY_NAMES, 'Country is required'),
    telegram: z.optional(telegramSchema),
    password: newPasswordSchema,
  })
  .check(
    z.refine(({ phone, country }) => isPhoneNumber(phone, country), {
      error: 'Phone number is invalid',
      path: ['phone'],
    }),
  );
export type Registration = z.infer<typeof registrationSchema>;

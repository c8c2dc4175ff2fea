import * as z from 'zod/mini';
import { cleanPhone } from '../core/identity';
import {
  emailField,
  fullNameSchema,
  PHONE_INVALID,
  phoneSchema,
  telegramNameSchema,
} from '../core/validation';
import { newPasswordSchema } from './passwordRules';
import { type Country, COUNTRIES, COUNTRY_NAMES } from './countries';

/**
 * The specification's pattern: optional plus, then 3, 3 and 4–6 digits, with optional brackets,
 * dashes, dots and spaces.
 */
const SPECIFIED_PATTERN = /^\+?[(]?\d{3}[)]?[-\s.]?\d{3}[-\s.]?\d{4,6}$/;

const PHONE_CHARACTERS = /^\+?[\d().\-\s]+$/;

const NATIONAL_MAX_DIGITS = 12;

const INTERNATIONAL_DIGIT_RANGE = [10, 15] as const;

const isWithin = (n: number, [min, max]: readonly [number, number]) => n >= min && n <= max;

function parseInternationalDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (phone.startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : null;
}

function isCountryNumber(phone: string, country: Country): boolean {
  const { callingCode, trunkZero, minDigits } = country;
  const lengths = [minDigits, NATIONAL_MAX_DIGITS] as const;
  const international = parseInternationalDigits(phone);
  if (international === null) {
    const digits = phone.replace(/\D/g, '');
    if (trunkZero && digits.startsWith('0')) return isWithin(digits.length, lengths);
    return isCountryNumber(`+${digits}`, country);
  }
  if (!international.startsWith(callingCode)) return false;
  const national = international.slice(callingCode.length).replace(/^0/, '');
  return isWithin(national.length + (trunkZero ? 1 : 0), lengths);
}

/**
 * Also accepts numbers that fit the country, because the specified pattern refuses `+234 801 234
 * 5678`.
 */
export function isPhoneNumber(phone: string, country: string): boolean {
  const text = cleanPhone(phone);
  if (SPECIFIED_PATTERN.test(text)) return true;
  if (!PHONE_CHARACTERS.test(text)) return false;
  const match = COUNTRIES.find(({ name }) => name === country);
  if (match) return isCountryNumber(text, match);
  const digits = parseInternationalDigits(text);
  if (digits !== null) return isWithin(digits.length, INTERNATIONAL_DIGIT_RANGE);
  return COUNTRIES.some((candidate) => isCountryNumber(`+${text.replace(/\D/g, '')}`, candidate));
}

export const validatePhone = (phone: string, country: string): string | undefined =>
  isPhoneNumber(phone, country) ? undefined : PHONE_INVALID;

const telegramSchema = z.pipe(
  telegramNameSchema,
  z.transform((name) => (name === '' ? undefined : name)),
);

export const registrationSchema = z
  .strictObject({
    fullName: fullNameSchema,
    email: emailField('Email is required', 'Email is invalid'),
    phone: phoneSchema,
    country: z.enum(COUNTRY_NAMES, 'Country is required'),
    telegram: z.optional(telegramSchema),
    password: newPasswordSchema,
  })
  .check(
    z.refine(({ phone, country }) => isPhoneNumber(phone, country), {
      error: PHONE_INVALID,
      path: ['phone'],
    }),
  );

export type Registration = z.infer<typeof registrationSchema>;

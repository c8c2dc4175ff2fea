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

/** Without the calling code and trunk zero. */
const NATIONAL_MAX_DIGITS = 10;

const INTERNATIONAL_DIGIT_RANGE = [10, 15] as const;

const isWithin = (n: number, [min, max]: readonly [number, number]) => n >= min && n <= max;

const toDigits = (phone: string): string => phone.replace(/\D/g, '');

function parseInternationalDigits(phone: string): string | null {
  const digits = toDigits(phone);
  if (phone.startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : null;
}

const isNational = (digits: string, { minDigits }: Country): boolean =>
  isWithin(digits.replace(/^0/, '').length, [minDigits, NATIONAL_MAX_DIGITS]);

const isInternational = (digits: string, country: Country): boolean =>
  digits.startsWith(country.callingCode) &&
  isNational(digits.slice(country.callingCode.length), country);

/** With `+` or `00`, a number of any listed country, because a member may live abroad. */
function isListedNumber(phone: string, country: Country): boolean {
  const international = parseInternationalDigits(phone);
  if (international !== null) return COUNTRIES.some((each) => isInternational(international, each));
  const digits = toDigits(phone);
  // In North America, no national number starts with the calling code.
  const mayBeNational = country.trunkZero || !digits.startsWith(country.callingCode);
  return isInternational(digits, country) || (mayBeNational && isNational(digits, country));
}

/**
 * Also accepts numbers of listed countries, because the specified pattern refuses `+234 801 234
 * 5678`.
 */
export function isPhoneNumber(phone: string, country: string): boolean {
  const text = cleanPhone(phone);
  if (SPECIFIED_PATTERN.test(text)) return true;
  if (!PHONE_CHARACTERS.test(text)) return false;
  const match = COUNTRIES.find(({ name }) => name === country);
  if (match) return isListedNumber(text, match);
  const digits = parseInternationalDigits(text) ?? toDigits(text);
  return isWithin(digits.length, INTERNATIONAL_DIGIT_RANGE);
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

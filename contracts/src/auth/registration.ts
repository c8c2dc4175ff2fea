import * as z from 'zod/mini';
import { cleanPhone } from '../core/identity';
import {
  emailField,
  fullNameSchema,
  newPasswordSchema,
  PHONE_INVALID,
  phoneSchema,
  telegramName,
} from '../core/validation';

/** A country of the sign-up form: its calling code, and whether national numbers are dialled with a trunk 0. */
interface Country {
  readonly name: string;
  readonly callingCode: string;
  readonly trunkZero: boolean;
  /** Digits of its shortest number, a trunk 0 included: fixed lines of some cities are short. */
  readonly minDigits: number;
}

/** The countries that can be chosen, in the order of the form, `Other` last. */
export const COUNTRIES = [
  { name: 'Nigeria', callingCode: '234', trunkZero: true, minDigits: 9 },
  { name: 'United States', callingCode: '1', trunkZero: false, minDigits: 10 },
  { name: 'United Kingdom', callingCode: '44', trunkZero: true, minDigits: 10 },
  { name: 'Canada', callingCode: '1', trunkZero: false, minDigits: 10 },
  { name: 'Australia', callingCode: '61', trunkZero: true, minDigits: 10 },
  { name: 'South Africa', callingCode: '27', trunkZero: true, minDigits: 10 },
  { name: 'Ghana', callingCode: '233', trunkZero: true, minDigits: 10 },
  { name: 'Kenya', callingCode: '254', trunkZero: true, minDigits: 9 },
] as const satisfies readonly Country[];

export const OTHER_COUNTRY = 'Other';

/** The choices of the form. */
export const COUNTRY_NAMES = [...COUNTRIES.map(({ name }) => name), OTHER_COUNTRY] as const;

export type CountryName = (typeof COUNTRY_NAMES)[number];

/** The specification's rule: optional plus, 3-digit area, 3 digits, 4–6 digits, with brackets, dashes, dots, spaces. */
const AS_SPECIFIED = /^\+?[(]?\d{3}[)]?[-\s.]?\d{3}[-\s.]?\d{4,6}$/;

/** At most one plus, and that in front; else digits, brackets, dashes, dots and spaces. */
const WRITTEN_AS_A_NUMBER = /^\+?[\d().\-\s]+$/;

/** Longest national number, its trunk 0 included. */
const NATIONAL_MAX_DIGITS = 12;

/** Shortest and longest international number (E.164 allows 15), for countries that the form doesn't list. */
const INTERNATIONAL_DIGITS = [10, 15] as const;

const isWithin = (n: number, [min, max]: readonly [number, number]) => n >= min && n <= max;

/** The digits behind `+` or `00`, or null where the number is written in its national form. */
function internationalDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (phone.startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : null;
}

/** True for a number of this country, in international form, with or without its plus, or as dialled there. */
function isNumberOf(phone: string, country: Country): boolean {
  const { callingCode, trunkZero, minDigits } = country;
  const lengths = [minDigits, NATIONAL_MAX_DIGITS] as const;
  const international = internationalDigits(phone);
  if (international === null) {
    const digits = phone.replace(/\D/g, '');
    if (trunkZero && digits.startsWith('0')) return isWithin(digits.length, lengths);
    return isNumberOf(`+${digits}`, country);
  }
  if (!international.startsWith(callingCode)) return false;
  const national = international.slice(callingCode.length).replace(/^0/, '');
  return isWithin(national.length + (trunkZero ? 1 : 0), lengths);
}

/**
 * True when `phone` can be a number of someone in `country`: it passes the specification's rule as written, or it is
 * the country's number. As written alone, the rule refuses `+234 801 234 5678`.
 */
export function isPhoneNumber(phone: string, country: string): boolean {
  const text = cleanPhone(phone);
  if (AS_SPECIFIED.test(text)) return true;
  if (!WRITTEN_AS_A_NUMBER.test(text)) return false;
  const chosen = COUNTRIES.find(({ name }) => name === country);
  if (chosen) return isNumberOf(text, chosen);
  const digits = internationalDigits(text);
  if (digits !== null) return isWithin(digits.length, INTERNATIONAL_DIGITS);
  return COUNTRIES.some((listed) => isNumberOf(`+${text.replace(/\D/g, '')}`, listed));
}

/** The problem with a phone number of someone in `country`; undefined if there is none. */
export const phoneProblem = (phone: string, country: string): string | undefined =>
  isPhoneNumber(phone, country) ? undefined : PHONE_INVALID;

const telegramSchema = z.pipe(
  telegramName,
  z.transform((name) => (name === '' ? undefined : name)),
);

/** The sign-up form's content; the messages are shown under its fields. */
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

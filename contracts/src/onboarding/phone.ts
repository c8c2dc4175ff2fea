import { COUNTRIES } from './countries';

/** The specification's rule: optional plus, 3-digit area, 3 digits, 4–6 digits, with brackets, dashes, dots, spaces. */
const AS_SPECIFIED = /^\+?[(]?\d{3}[)]?[-\s.]?\d{3}[-\s.]?\d{4,6}$/;

/** At most one plus, and that in front; else digits, brackets, dashes, dots and spaces. */
const WRITTEN_AS_A_NUMBER = /^\+?[\d().\-\s]+$/;

/** Shortest and longest national number, its trunk 0 included. */
const NATIONAL_DIGITS = { least: 10, most: 12 } as const;

/** Shortest and longest international number (E.164 allows 15), for countries that the form doesn't list. */
const INTERNATIONAL_DIGITS = { least: 10, most: 15 } as const;

const within = (n: number, { least, most }: { least: number; most: number }) =>
  n >= least && n <= most;

/** The digits behind `+` or `00`, or null where the number is written in its national form. */
function internationalDigits(phone: string): string | null {
  const digits = phone.replace(/\D/g, '');
  if (phone.startsWith('+')) return digits;
  return digits.startsWith('00') ? digits.slice(2) : null;
}

/** True for a number of this country, in international form or with its trunk 0. */
function isNumberOf(phone: string, country: (typeof COUNTRIES)[number]): boolean {
  const international = internationalDigits(phone);
  const zero = country.trunkZero ? 1 : 0;
  if (international === null) {
    const digits = phone.replace(/\D/g, '');
    return country.trunkZero && digits.startsWith('0') && within(digits.length, NATIONAL_DIGITS);
  }
  if (!international.startsWith(country.callingCode)) return false;
  const national = international.slice(country.callingCode.length).replace(/^0/, '');
  return within(national.length + zero, NATIONAL_DIGITS);
}

/**
 * True when `phone` can be a number of someone in `country`: it passes the specification's rule as written, or it is
 * the country's number with 10–12 national digits. As written alone, the rule refuses `+234 801 234 5678`.
 */
export function isPhoneNumber(phone: string, country: string): boolean {
  const text = phone.trim();
  if (AS_SPECIFIED.test(text)) return true;
  if (!WRITTEN_AS_A_NUMBER.test(text)) return false;
  const chosen = COUNTRIES.find(({ name }) => name === country);
  if (chosen) return isNumberOf(text, chosen);
  return within(internationalDigits(text)?.length ?? 0, INTERNATIONAL_DIGITS);
}

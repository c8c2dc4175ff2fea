import { describe, expect, it } from 'vitest';
import { isPhoneNumber } from '../../src/auth/registration';
import { COUNTRIES, COUNTRY_NAMES } from '../../src/auth/countries';

/** One number per country in the form: international, then domestic. */
const NUMBERS: Readonly<Record<(typeof COUNTRIES)[number]['name'], readonly [string, string]>> = {
  Nigeria: ['+234 801 234 5678', '0801 234 5678'],
  'United States': ['+1 (415) 555-2671', '(415) 555-2671'],
  'United Kingdom': ['+44 7911 123456', '07911 123456'],
  Canada: ['+1 416 555 0199', '416.555.0199'],
  Australia: ['+61 412 345 678', '0412 345 678'],
  'South Africa': ['+27 82 123 4567', '082 123 4567'],
  Ghana: ['+233 24 123 4567', '024 123 4567'],
  Kenya: ['+254 712 345 678', '0712 345 678'],
};

describe('isPhoneNumber', () => {
  it.each(Object.entries(NUMBERS))(
    'accepts the international and domestic formats of %s',
    (country, [abroad, home]) => {
      expect(isPhoneNumber(abroad, country)).toBe(true);
      expect(isPhoneNumber(home, country)).toBe(true);
      expect(isPhoneNumber(abroad.replace('+', '00'), country)).toBe(true);
    },
  );

  it.each(Object.values(NUMBERS))(
    'accepts an international number of any listed country in every listed country: %s',
    (abroad) => {
      const spellings = [abroad, abroad.replace(/[^+\d]/g, ''), abroad.replace('+', '00')];
      for (const country of COUNTRY_NAMES)
        for (const phone of spellings) expect(isPhoneNumber(phone, country)).toBe(true);
    },
  );

  it.each([
    ['Kenya', '712 345 678'],
    ['Ghana', '24 123 4567'],
    ['South Africa', '82 123 4567'],
    ['United Kingdom', '7911 123456'],
    ['Australia', '412 345 678'],
    ['Nigeria', '801 234 5678'],
    ['United States', '(415) 555 - 2671'],
  ] as const)('accepts the domestic format of %s without its trunk zero: %s', (country, phone) => {
    expect(isPhoneNumber(phone, country)).toBe(true);
    expect(isPhoneNumber(phone.replace(/\D/g, ''), country)).toBe(true);
    const { callingCode } = COUNTRIES.find(({ name }) => name === country) ?? {};
    expect(isPhoneNumber(`+${callingCode} ${phone}`, country)).toBe(true);
    expect(isPhoneNumber(`+${callingCode}${phone.replace(/\D/g, '')}`, country)).toBe(true);
  });

  it.each(['1234567890', '+1234567890', '(123) 456-7890', '123.456.789012', '+(123)456-7890'])(
    'accepts a number that meets the specified rule in every country: %s',
    (phone) => {
      for (const country of COUNTRY_NAMES) expect(isPhoneNumber(phone, country)).toBe(true);
    },
  );

  it.each(['1-415-555-2671', '1 (415) 555-2671', '1.415.555.2671', '14155552671'])(
    'accepts a leading 1 in North America: %s',
    (phone) => {
      expect(isPhoneNumber(phone, 'United States')).toBe(true);
      expect(isPhoneNumber(phone, 'Canada')).toBe(true);
    },
  );

  it.each([
    ['', 'Nigeria'],
    ['1-415-555-267', 'United States'],
    ['2-415-555-2671', 'Canada'],
    ['1-415-555-2671', 'Nigeria'],
    ['12345', 'Nigeria'],
    ['+234 801 234', 'Nigeria'],
    ['+234 801 234 5678 901', 'Nigeria'],
    ['++234 801 234 5678', 'Nigeria'],
    ['234+8012345678', 'Nigeria'],
    ['0801-CALL-ME', 'Nigeria'],
    ['+233 24 123', 'Nigeria'],
    ['+49 1512 3456789', 'Nigeria'],
    ['233 24 123 45678', 'Nigeria'],
    ['0801 234 5678 ext 9', 'Nigeria'],
    ['<script>', 'Other'],
    ['+1234567', 'Other'],
    ['0772 123', 'Other'],
    ['98765 43210 98765 4', 'Other'],
    ['2 801 234 5678', 'Nigeria'],
    ['0 712 345 678 901', 'Kenya'],
    ['415 555 267', 'Canada'],
  ])('rejects "%s" in %s', (phone, country) => {
    expect(isPhoneNumber(phone, country)).toBe(false);
  });

  it('accepts a calling code for an unlisted country', () => {
    expect(isPhoneNumber('+49 1512 3456789', 'Other')).toBe(true);
    expect(isPhoneNumber('0049 1512 3456789', 'Other')).toBe(true);
  });

  it.each([
    ['India', '98765 43210'],
    ['India', '91 98765 43210'],
    ['Uganda', '0772 123 456'],
    ['Tanzania', '0712 345 678'],
    ['France', '06 12 34 56 78'],
    ['Germany', '49 1512 3456789'],
  ])('accepts a number of an unlisted country (%s) with or without blanks: %s', (_, phone) => {
    expect(isPhoneNumber(phone, 'Other')).toBe(true);
    expect(isPhoneNumber(phone.replaceAll(' ', ''), 'Other')).toBe(true);
  });
});

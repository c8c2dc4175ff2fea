/** A country of the sign-up form: its calling code, and whether national numbers are dialled with a trunk 0. */
interface Country {
  readonly name: string;
  readonly callingCode: string;
  readonly trunkZero: boolean;
}

/** The countries that can be chosen, in the order of the form, `Other` last. */
export const COUNTRIES = [
  { name: 'Nigeria', callingCode: '234', trunkZero: true },
  { name: 'United States', callingCode: '1', trunkZero: false },
  { name: 'United Kingdom', callingCode: '44', trunkZero: true },
  { name: 'Canada', callingCode: '1', trunkZero: false },
  { name: 'Australia', callingCode: '61', trunkZero: true },
  { name: 'South Africa', callingCode: '27', trunkZero: true },
  { name: 'Ghana', callingCode: '233', trunkZero: true },
  { name: 'Kenya', callingCode: '254', trunkZero: true },
] as const satisfies readonly Country[];

export const OTHER_COUNTRY = 'Other';

/** What the form offers. */
export const COUNTRY_NAMES = [...COUNTRIES.map(({ name }) => name), OTHER_COUNTRY] as const;
export type CountryName = (typeof COUNTRY_NAMES)[number];

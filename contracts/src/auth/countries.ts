/**
 * `trunkZero`: national numbers are dialled with a leading 0. `minDigits` counts neither that nor the
 * calling code.
 */
export interface Country {
  readonly name: string;
  readonly callingCode: string;
  readonly trunkZero: boolean;
  readonly minDigits: number;
}

export const COUNTRIES = [
  { name: 'Nigeria', callingCode: '234', trunkZero: true, minDigits: 8 },
  { name: 'United States', callingCode: '1', trunkZero: false, minDigits: 10 },
  { name: 'United Kingdom', callingCode: '44', trunkZero: true, minDigits: 9 },
  { name: 'Canada', callingCode: '1', trunkZero: false, minDigits: 10 },
  { name: 'Australia', callingCode: '61', trunkZero: true, minDigits: 9 },
  { name: 'South Africa', callingCode: '27', trunkZero: true, minDigits: 9 },
  { name: 'Ghana', callingCode: '233', trunkZero: true, minDigits: 9 },
  { name: 'Kenya', callingCode: '254', trunkZero: true, minDigits: 8 },
] as const satisfies readonly Country[];

export const OTHER_COUNTRY = 'Other';

export const COUNTRY_NAMES = [...COUNTRIES.map(({ name }) => name), OTHER_COUNTRY] as const;

export type CountryName = (typeof COUNTRY_NAMES)[number];

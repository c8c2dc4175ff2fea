export interface CountryNotice {
  readonly country: string;
  readonly notice: string;
  readonly source: string;
}

export const COUNTRY_NOTICES: readonly CountryNotice[] = [
  {
    country: 'United Kingdom',
    notice: 'The sale of binary options to retail consumers is banned.',
    source: 'Financial Conduct Authority, policy statement PS19/11, in force since 2 April 2019',
  },
  {
    country: 'Australia',
    notice: 'Binary options may not be issued or distributed to retail clients.',
    source: 'Australian Securities and Investments Commission, product intervention order of 2021',
  },
  {
    country: 'Canada',
    notice:
      'Binary options with a term under 30 days may not be advertised, offered or sold to individuals anywhere in Canada except British Columbia, which has its own rules.',
    source: 'Canadian Securities Administrators, Multilateral Instrument 91-102, 2017',
  },
  {
    country: 'United States',
    notice:
      'Binary options may be offered to retail customers only on exchanges supervised by federal regulators.',
    source: 'Commodity Futures Trading Commission and Securities and Exchange Commission',
  },
];

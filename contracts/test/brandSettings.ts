/** Complete and valid: none of the demo's values. */
export const BRAND_SETTINGS = {
  BRAND_NAME: 'Lumen',
  TELEGRAM_COMMUNITY: '@lumen_signals',
  TELEGRAM_SUPPORT: '@lumen_help',
  BROKER_NAME: 'Broker House',
  BROKER_LINK: 'https://go.brokerhouse.com/r/{affiliate}',
  AFFILIATE_ID: 'A-4711',
  PROMO_CODE: 'LUMEN50',
};

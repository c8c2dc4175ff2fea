/** The brand, in one place. */
export const BRAND = {
  name: 'QuantAlgo',
  shortName: 'QuantAlgo',
  description: 'A trading signal every five minutes, sealed before it is right or wrong.',
  /** Community, bot and support on the messaging app. */
  telegram: {
    community: 'https://t.me/quantalgo',
    bot: 'https://t.me/quantalgo_signals_bot',
    support: 'https://t.me/quantalgo_support',
  },
  broker: {
    name: 'Pocket Option',
    signUp: 'https://pocketoption.com/register?utm_source=quantalgo',
    promoCode: 'QuantAlgo100',
  },
} as const;

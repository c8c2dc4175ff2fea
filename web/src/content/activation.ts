/** What a funded broker account opens, as the offer states it. */
export const OFFERS = [
  { name: 'Starter', deposit: '$20–$99', opens: 'basic, lower-risk signals' },
  { name: 'Essential', deposit: '$100 or more', opens: 'every signal, order flow included' },
] as const;

/** How soon the team promises to have looked at a proof. */
export const REVIEW_PROMISE = 'within 24 hours';

/** Said wherever results are shown. */
export const RISK_LINE = 'Past results promise nothing. Most traders lose money.';

import type { AccessPath } from '@quantalgo/contracts';

/** What a funded broker account opens, as the offer states it. */
export const OFFERS = [
  { name: 'Starter', deposit: '$20–$99', opens: 'basic, lower-risk signals' },
  { name: 'Essential', deposit: '$100 or more', opens: 'every signal, order flow included' },
] as const;

/** How soon the team promises to have looked at a proof. */
export const REVIEW_PROMISE = 'within 24 hours';

/** Said wherever results are shown. */
export const RISK_LINE = 'Past results promise nothing. Most traders lose money.';

export const SETUP_STEPS = ['Create broker account', 'Fund it', 'Verify'] as const;

/** The two ways to use the signals. */
export const ACCESS_PATHS: Readonly<Record<AccessPath, { name: string; text: string }>> = {
  manual: {
    name: 'Manual access',
    text: 'You see each signal and place the trade yourself.',
  },
  auto: {
    name: 'Auto copy trading',
    text: 'For copying trades into your account, once that opens.',
  },
};

/** How soon an account setup is looked at, as support states it. */
export const SETUP_PROMISE = 'usually within 2–24 hours, up to 48 hours';

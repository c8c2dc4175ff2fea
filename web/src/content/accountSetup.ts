import type { AccessPath } from '@quantalgo/contracts';

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

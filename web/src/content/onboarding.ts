import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { type AccessPath } from '@quantalgo/contracts/access/accessPath';

export const DEPOSITS = {
  starter: `$${TIER_DEPOSITS.starter}–$${TIER_DEPOSITS.essential - 1}`,
  essential: `$${TIER_DEPOSITS.essential}+`,
} as const;

export const ESSENTIAL_DEPOSIT = `$${TIER_DEPOSITS.essential} or more`;

export const OFFERS = [
  { name: 'Starter', deposit: DEPOSITS.starter },
  { name: 'Essential', deposit: ESSENTIAL_DEPOSIT },
] as const;

export const RISK_LINE = 'Past results don’t guarantee future results. Most traders lose money.';

export const SETUP_STEPS = ['Create broker account', 'Fund it', 'Verify'] as const;

export const ACCESS_PATHS: Readonly<Record<AccessPath, { name: string; text: string }>> = {
  manual: {
    name: 'Manual access',
    text: 'You see each signal and place the trade yourself.',
  },
  auto: {
    name: 'Auto copy trading',
    text: 'This path requires a larger deposit, but you don’t need it to copy. Copying in this app is paper trading: it moves no money, and also works with manual access.',
  },
};

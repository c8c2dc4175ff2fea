import { BASIC_SIGNALS_PER_DAY, type Tier } from '@quantalgo/contracts';

/** What the tiers are called, and how many signals a day each is allowed. */
export const TIER_WORDS: Record<Tier, { readonly name: string; readonly allowed: string }> = {
  guest: { name: 'Guest Tier', allowed: '0' },
  starter: { name: 'Starter', allowed: String(BASIC_SIGNALS_PER_DAY) },
  essential: { name: 'Essential', allowed: 'unlimited' },
};

import type { Tier } from '@quantalgo/contracts';

/** A tier that a funded account opens. */
export interface TierPlan {
  readonly id: Exclude<Tier, 'guest'>;
  readonly name: string;
  readonly price: string;
  readonly signals: string;
  readonly features: readonly string[];
  readonly requirement: string;
}

export const TIER_PLANS: readonly TierPlan[] = [
  {
    id: 'starter',
    name: 'Starter',
    price: '$20–$99',
    signals: '30 signals a day',
    features: [
      'Basic, lower-risk AI signals',
      'The whole Signal Room: odds, ladder, seals',
      "Trader's Network and Performance Matrix",
      'Your history, offline',
    ],
    requirement: 'Funded in your own broker account',
  },
  {
    id: 'essential',
    name: 'Essential',
    price: '$100+',
    signals: 'Unlimited signals',
    features: [
      'Advanced AI plus order-flow signals',
      'Platinum Stream and Essential Room',
      'All that Starter opens',
    ],
    requirement: 'Funded in your own broker account',
  },
];

export const UPGRADE_STEPS = [
  {
    title: 'Open or fund your broker account',
    text: 'Through our link, so that the account can be matched to you. The money stays yours, with the broker.',
  },
  {
    title: 'Send the proof',
    text: 'Your trader ID and a screenshot of the funded account.',
  },
  {
    title: 'We open your tier by hand',
    text: 'Our support checks the proof; this dashboard then changes by itself.',
  },
] as const;

export const UPGRADE_FAQ = [
  {
    question: 'How soon is my tier active?',
    answer: 'Within 1–2 hours of your proof, as a rule.',
  },
  {
    question: 'Is there a subscription?',
    answer:
      'No. Signals are free; what opens depends on the account that you fund with the broker.',
  },
  {
    question: 'Do I pay you the deposit?',
    answer:
      'Never. It stays in your own broker account, yours to withdraw by the broker’s terms. Whoever asks you to send money to them is not us.',
  },
  {
    question: 'Can I go from Starter to Essential later?',
    answer:
      'Yes. Fund the account to $100 or more and send the proof again: support opens the tier by hand.',
  },
  {
    question: 'Will I earn with it?',
    answer: 'Nobody can promise that. Most traders lose money; fund only what you can lose.',
  },
] as const;

/** How long (ms) the button says that it works before the broker opens. */
export const PROCESSING_MS = 1500;

import { OFFERS } from '../onboarding';

/** What a funded account of a size opens. `claims` are of `claims.ts`, by their text. */
export interface Plan {
  readonly name: string;
  readonly deposit: string;
  readonly summary: string;
  readonly features: readonly string[];
  readonly claim: string;
}

export const PLANS: readonly [Plan, Plan] = [
  {
    name: OFFERS[0].name,
    deposit: OFFERS[0].deposit,
    summary: 'Basic, lower-risk AI signals',
    features: [
      'Signals spread evenly over the day',
      'The whole Signal Room: odds, ladder, seals',
      'Your history, offline',
    ],
    claim: '20 signals a day',
  },
  {
    name: OFFERS[1].name,
    deposit: '$100+',
    summary: 'Advanced AI plus order-flow signals',
    features: [
      'A signal in every open five-minute slot',
      'Order-flow strategies on top of the basic ones',
      'Platinum Stream and Essential Room',
    ],
    claim: '80+ accuracy',
  },
];

export const PRICING = {
  title: 'No subscription',
  lead: 'Signals are free. What opens depends on the account that you fund with the broker; the money stays yours.',
  free: { claim: '$2,997 value', price: '$0' },
} as const;

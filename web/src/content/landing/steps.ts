import { BRAND } from '@quantalgo/contracts';
import { OFFERS, REVIEW_PROMISE } from '../onboarding';

/** From here to the first signal. */
export const STEPS = [
  {
    title: 'Create your free account',
    text: 'Name, e-mail and a password. A code in your inbox confirms it. No card is asked for.',
  },
  {
    title: `Open a ${BRAND.broker.name} account`,
    text: 'Through the link in your dashboard, so that it can be matched to you.',
    paid: true,
  },
  {
    title: 'Fund it',
    text: `From ${OFFERS[0].deposit.split('–')[0]}. The money is yours and stays with the broker. Use only what you can afford to lose.`,
  },
  {
    title: 'Send proof, get signals',
    text: `Send a screenshot of the funded account to our support. We check it ${REVIEW_PROMISE}, and your dashboard opens by itself.`,
  },
] as const satisfies readonly { title: string; text: string; paid?: true }[];

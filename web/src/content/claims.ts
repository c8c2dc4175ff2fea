import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { COIN_WINS_TEXT, LEVEL_COUNT, LOSS_TEXT } from '@quantalgo/contracts/signals/words';

/** A live figure from the record, or words if the record doesn't measure the claim. */
export type ClaimDetail =
  | { readonly figure: 'within-four-levels' | 'first-entry-rate' }
  | { readonly words: string; readonly basis: string };

/** A marketing claim as the client worded it. Never shown without its footnote. */
export interface Claim {
  readonly text: string;
  readonly about: string;
  readonly detail: ClaimDetail;
  readonly footnote: string;
  readonly source: string;
}

const NOT_MEASURED = 'A marketing claim, not a result from this record.';
const MARKETING_BASIS = 'our marketing';

export const LOWER_RISK = 'Basic, lower-risk AI signals';

export const CLAIMS: readonly Claim[] = [
  {
    text: '98% accuracy',
    about: 'of our signals',
    detail: { figure: 'within-four-levels' },
    footnote: `${NOT_MEASURED} The record counts the signals that moved; a coin, played ${LEVEL_COUNT} levels deep, wins ${COIN_WINS_TEXT}% of the time.`,
    source: MARKETING_BASIS,
  },
  {
    text: '80+ accuracy',
    about: 'for Essential',
    detail: { figure: 'first-entry-rate' },
    footnote: `${NOT_MEASURED} The record counts the first entries that moved; a coin wins 50%.`,
    source: MARKETING_BASIS,
  },
  {
    text: '20 signals a day',
    about: 'for Starter',
    detail: {
      words: `${BASIC_SIGNALS_PER_DAY} a day`,
      basis: 'at most, fixed by the public schedule',
    },
    footnote:
      'Older copy says 20, newer copy 30. The server’s schedule has room for 30; slots that fall while the market is closed are lost.',
    source: MARKETING_BASIS,
  },
  {
    text: '15,000+ members',
    about: 'in the community',
    detail: { words: 'Not published', basis: 'we keep no public count' },
    footnote: 'A marketing claim, not measured.',
    source: MARKETING_BASIS,
  },
  {
    text: '$2,997 value',
    about: 'of a membership',
    detail: { words: '$0', basis: 'is what we charge' },
    footnote: 'A marketing claim. There is no subscription, so nobody pays that price.',
    source: MARKETING_BASIS,
  },
  {
    text: LOWER_RISK,
    about: 'for Starter',
    detail: {
      words: 'The same ladder',
      basis: `losing every level costs ${LOSS_TEXT} times your first stake, as for Essential`,
    },
    footnote:
      'A marketing claim. Starter has fewer signals; each is played with the same levels and stakes.',
    source: MARKETING_BASIS,
  },
];

export const CLAIMS_TEXT = {
  lead: '“98% accuracy”, “15,000+ members” and “$2,997 value” are marketing.',
  summary: 'Our six claims, each beside what we measured',
} as const;

/** The broker's offer and terms, not ours. */
export const BROKER_OFFER = {
  bonus: '150 percent deposit bonus',
  source: 'The broker’s offer, not ours.',
  footnote:
    'The broker sets its terms and may change them. A bonus usually has to be traded many times over before it can be withdrawn: read its terms before you take it.',
} as const;

/** Required beside every link to the broker. */
export const BROKER_DISCLOSURE = 'We are paid by this broker when you sign up.';

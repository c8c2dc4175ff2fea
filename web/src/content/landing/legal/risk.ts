import { breakEven, COIN, FOUR_LEVEL_LOSS, STATED_PAYOUT } from '@quantalgo/contracts';
import type { LegalText } from './legalText';

const one = (value: number) => Number(value.toFixed(1));
const fair = breakEven();

export const RISK: LegalText = {
  title: 'Risk',
  description: 'What digital options, a martingale and signals can cost you, in figures.',
  updated: '20 November 2026',
  intro: 'Most retail traders lose money. Read this before you fund an account.',
  sections: [
    {
      heading: 'A win pays less than a loss costs',
      paragraphs: [
        `A lost trade costs the whole stake; a won one earns part of it, for example ${100 * STATED_PAYOUT} %. At that payout you have to win ${one(fair.firstEntry)} % of single trades to lose nothing. A coin wins ${COIN.firstEntry} %.`,
        'The broker sets the payout and the price that your trade is judged on. Both can differ from ours.',
      ],
    },
    {
      heading: 'A martingale hides its risk',
      paragraphs: [
        `Staking more after each loss makes winning likely and losing expensive. Four levels win ${one(COIN.withinFourLevels)} % of the time with a coin, and still need ${one(fair.withinFourLevels)} % to pay at the payout above.`,
        `When all four are lost, you have lost ${one(FOUR_LEVEL_LOSS)} times your first stake. That is not rare: with a coin it happens once in 16 signals.`,
      ],
    },
    {
      heading: 'Probabilities are measured on the past',
      paragraphs: [
        'Our confidence is how often such signals won before, with the interval that chance leaves. Markets change; the next month may be worse than any before.',
      ],
    },
    {
      heading: 'Things go wrong',
      paragraphs: [
        'A signal may come late or not at all, your line may drop, a price may move past the worst price before you enter. Then don’t trade. A signal that can’t be entered any more says so.',
      ],
    },
    {
      heading: 'If you trade anyway',
      paragraphs: [],
      points: [
        'Never use money that you need: rent, school fees, loans.',
        'Never risk more than 2 percent of your balance on one signal, all its levels together.',
        'Decide before the first level where you stop, and stop there.',
        'If trading stops being a decision and becomes an urge, speak to somebody. Your broker can close your account if you ask it to.',
      ],
    },
  ],
};

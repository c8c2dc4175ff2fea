import { BRAND } from '@quantalgo/contracts';
import type { LegalText } from './legalText';

export const TERMS: LegalText = {
  title: 'Terms of use',
  description: `What ${BRAND.name} offers, what it asks of you, and what it does not promise.`,
  updated: '20 November 2026',
  intro: `These terms apply when you use ${BRAND.name}: this site, the installed app and our channels. They are short so that you read them.`,
  sections: [
    {
      heading: 'What you get',
      paragraphs: [
        'Signals and the record of them, free of charge. A signal says which pair, which direction, when to enter, at what worst price, and how likely we measured it to win. We may miss slots; missed slots are recorded.',
        'What is open to you depends on the account that you fund with the partner broker. We check the proof that you send, and may ask for another or refuse one that we can’t verify.',
      ],
    },
    {
      heading: 'What it is not',
      paragraphs: [
        'Signals are information. They are no personal advice, no recommendation that fits your means, and no management of your money. We don’t trade for you and never hold your funds.',
        'We promise no result. Figures that we show are computed from the record; marketing claims are marked as such.',
      ],
    },
    {
      heading: 'What we ask of you',
      paragraphs: [],
      points: [
        'You are of age, and the law where you live lets you trade what the broker offers.',
        'The name, the address and the proof that you send are your own.',
        'You keep your password to yourself and use one account.',
        'You don’t resell or republish live signals, and don’t try to break the service or read what is not yours.',
      ],
    },
    {
      heading: 'The broker',
      paragraphs: [
        `${BRAND.broker.name} is a company of its own. Your contract on trading is with it, and so are its bonus offers and their conditions. We are paid by this broker when you sign up.`,
      ],
    },
    {
      heading: 'Ending',
      paragraphs: [
        'You may delete your account at any time. We may lock an account that breaks these terms or whose proof turns out to be false; the page then says so.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'You decide on every trade and bear its result. Where the law allows it to be limited, we are not liable for losses from trading, from missed or late signals, or from an outage.',
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'When these terms change, the date above changes too, and members are told before it matters to them.',
      ],
    },
  ],
};

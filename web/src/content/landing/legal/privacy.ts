import { BRAND } from '@quantalgo/contracts';
import type { LegalText } from './legalText';

export const PRIVACY: LegalText = {
  title: 'Privacy',
  description: `What ${BRAND.name} knows about you, why, where it is kept and how you get rid of it.`,
  updated: '20 November 2026',
  intro:
    'This page for visitors sets no cookie, counts nobody and asks no other company for anything.',
  sections: [
    {
      heading: 'What we keep about members',
      paragraphs: [],
      points: [
        'Name, e-mail address, phone number and country, and your Telegram name if you gave it: to run your account and to answer you.',
        'Your password only as a hash that nobody can turn back, held by Google’s Firebase Authentication.',
        'Trader ID and the screenshots that you send as proof: to check your access. Only our staff see them.',
        'Every change of your access: who made it, when and why.',
        'Your sessions and devices, so that you can end them, and that a message reaches the right one.',
      ],
    },
    {
      heading: 'What stays on your device',
      paragraphs: [
        'The signals that you received, your settings and what you have not sent yet are kept in your browser, so that the app opens offline. They are deleted when you log out.',
        'When you visit, your device also notes which entry of the public ledger was the newest, and keeps the pages of the ledger that you verified. They name nobody and stay, so that you can tell whether the ledger was rewritten.',
      ],
    },
    {
      heading: 'Who else is involved',
      paragraphs: [
        'Our servers, database and storage are Google’s (Firebase, region Europe). Mails go out through a mail provider. We sell nothing about you to anyone.',
        'When you follow a link to the broker, it learns that you came from us. What you tell the broker is between you and the broker; it confirms to us that an account exists and was funded.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'As long as you have an account. When you delete it, what names you is deleted with it; the public record of signals names nobody.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can see, correct, download and delete what we hold: in Account Hub, or by writing to our support. If you think that we handle it wrongly, you may complain to the data protection authority of your country.',
      ],
    },
  ],
};

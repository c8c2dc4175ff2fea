import {
  type Controller,
  DEMONSTRATION_CONTROLLER,
  type LegalBasis,
} from '@quantalgo/contracts/legal/controller';
import { listStoredData } from '../../content/personalData';
import { BRAND } from '../../core/brand';
import type { LegalText } from './LegalPage';
import { pluralize } from '../../core/pluralize';

/** Set in the settings of the project that the site is built for. */
const CONTROLLER: Controller = import.meta.env.CONTROLLER ?? DEMONSTRATION_CONTROLLER;

const LEGAL_BASIS_TEXT: Readonly<Record<LegalBasis, string>> = {
  contract: 'because our contract with you requires it',
  consent: 'because you agreed, which you can withdraw at any time',
  'legal-obligation': 'because the law requires it',
  'legitimate-interests': 'because we have a legitimate interest in it. You can object to this',
};

const formatRepresentatives = ({
  officer,
  euRepresentative,
  ukRepresentative,
}: Controller): string[] => [
  ...(officer === null ? [] : [`Our data protection officer: ${officer}.`]),
  ...(euRepresentative === null
    ? []
    : [`Our representative in the European Union: ${euRepresentative}.`]),
  ...(ukRepresentative === null
    ? []
    : [`Our representative in the United Kingdom: ${ukRepresentative}.`]),
];

export const PRIVACY: LegalText = {
  title: 'Privacy',
  description: `What ${BRAND.name} knows about you, why, where it is kept and how to delete it.`,
  updated: '26 November 2026',
  intro: 'This page sets no cookies, counts no visitors and requests nothing from other companies.',
  sections: [
    {
      heading: 'Who is responsible for your data',
      paragraphs: [
        ...(CONTROLLER.isDemonstration
          ? ['This is a demonstration: the name, addresses and companies here are samples.']
          : []),
        `${CONTROLLER.name}, ${CONTROLLER.address}, decides what is kept about you and why. Write to ${CONTROLLER.email} about anything on this page.`,
        ...formatRepresentatives(CONTROLLER),
      ],
    },
    {
      heading: 'Why we may use your data',
      paragraphs: [],
      points: [
        `Your account, your access and what you do here: ${LEGAL_BASIS_TEXT[CONTROLLER.bases.account]}.`,
        `Keeping the service secure and its record verifiable, with logs, limits and our audit log: ${LEGAL_BASIS_TEXT[CONTROLLER.bases.safety]}.`,
        `Notifications, and your Telegram chat: ${LEGAL_BASIS_TEXT[CONTROLLER.bases.messages]}.`,
      ],
    },
    {
      heading: 'What we keep about members',
      paragraphs: [],
      points: [
        ...listStoredData('account'),
        'Your password only as a salted hash, from which nobody can recover it.',
        'Your broker’s payout and your risk desk figures, if you enter them, so that all your devices use the same ones.',
        'Diagnostics, if you report a problem or see an error code: your device’s last requests, the app version and the connection, but nothing that you typed. We keep this for 30 days.',
      ],
    },
    {
      heading: 'What stays on your device',
      paragraphs: [
        'The signals that you received, your settings and what you have not sent yet are kept in your browser, so that the app opens offline. They are deleted when you log out.',
        'If your session ends in another way and someone else logs in on the device, what you have not sent stays there, hidden from them. Once it is 30 days old, it is deleted when they open the app.',
        'When you visit, your device also notes which entry of the public ledger was the newest, and keeps the pages of the ledger that you verified. They identify nobody, and are kept so that you can tell whether the ledger was rewritten.',
      ],
    },
    {
      heading: 'If you write in a room',
      paragraphs: listStoredData('rooms'),
      points: [
        'Their devices store the newest messages and posts, so that they can read them offline. What you delete, or our moderators remove, is deleted there once they are online again.',
        'We store when you last viewed a room or the number of members online, to count who is online. Other members see only the number.',
        'We keep what you like, what you report and whom you hide. Nobody is told that you reported or hid them.',
        'Our moderators see new members’ first posts, links and pictures, and anything that was reported, with the author’s full name and email address.',
        'When you delete your account, the words and pictures of your posts, messages and questions are deleted with it, and each leaves an empty placeholder.',
      ],
    },
    {
      heading: 'If you link a chat on Telegram',
      paragraphs: [
        'You don’t need Telegram to use the app. If you link a chat in Account Hub, we let you into your tier’s channel, and remove you from it when your access changes.',
      ],
      points: [
        ...listStoredData('telegram'),
        'Our audit log records when a chat was linked, unlinked or left a channel.',
        'Telegram learns that you write to our bot, what you and the bot write, and that you are in our channel. It can read that, and stores it under its own rules.',
        'We tell Telegram nothing about your account: the bot sends you invitations and published statistics, and channels get signals.',
        'When you unlink the chat, in Account Hub or with /stop, its number is deleted and you leave the channel.',
      ],
    },
    {
      heading: 'Who else is involved',
      paragraphs: [
        `Our servers, database, storage and logs are Google’s (Firebase and Google Cloud). Servers, database and files are in the European Union; Google’s authentication service, which knows you by a number instead of your name, and its logs may be elsewhere. Emails go out through ${CONTROLLER.mailProvider}. Both work on our instructions. We sell nothing about you to anyone.`,
        'Notifications go through your browser maker’s push service: Google, Apple, Mozilla or Microsoft. It learns when a notification goes to your device, but can’t read it.',
        'When you follow a link to the broker, it learns that you came from us. What you tell the broker is between you and the broker; it confirms to us that an account exists and was funded.',
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'As long as you have an account. When you delete it, everything that identifies you is deleted with it. Our audit log keeps, under a pseudonym, changes to your access, other staff actions on your account, and when a Telegram chat was linked or unlinked. The public signal ledger stays, because it contains no names.',
        `Backups of the database still hold what was deleted, for up to ${pluralize(CONTROLLER.backupWeeks, 'week')}. We use them only to restore the service, and if we do, we delete your data again.`,
        `The platform’s logs hold the IP address and the time of each request for ${pluralize(CONTROLLER.logDays, 'day')}. Our own log lines name you by a pseudonym that changes each month.`,
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        `You can see, correct, download and delete what we hold: in Account Hub, or by writing to ${CONTROLLER.email}. You can also ask us to stop using something, or object to it. We answer within a month.`,
        'If you think that we mishandle your data, you can complain:',
      ],
      points: [
        'In Nigeria to the Nigeria Data Protection Commission, ndpc.gov.ng (Nigeria Data Protection Act 2023).',
        'In the European Union to the authority of the country where you live or work, listed at edpb.europa.eu (GDPR).',
        'In the United Kingdom to the Information Commissioner’s Office, ico.org.uk (UK GDPR).',
        'Elsewhere to the data protection authority of your country.',
      ],
    },
  ],
};

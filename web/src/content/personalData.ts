import type { ArchivePart } from '@quantalgo/contracts/privacy/archive';

interface PersonalData {
  /** The section of the privacy page that discloses it. */
  readonly section: 'account' | 'rooms' | 'telegram';
  readonly stored: string;
  /** Shown before an account is deleted; null if the data is kept under a pseudonym. */
  readonly deleted: string | null;
}

const SUBMISSIONS: PersonalData = {
  section: 'account',
  stored:
    'Trader ID, account setups and the screenshots and files that you send as proof, to check your access. Only our staff see them.',
  deleted: 'Your trader ID, account setups, and the screenshots and files you sent',
};

const BOTS = {
  section: 'account',
  stored:
    'Your paper bots. If you publish one, others see its configuration, its results, and the display name that you choose.',
} as const;

const ACTIVITY = 'Your journal, your lesson activity, and your paper bots';

const WRITINGS: PersonalData = {
  section: 'rooms',
  stored:
    'What you post, write in the chat or ask a host is visible to members with access to that room, under your first name and the initial of your last name.',
  deleted: 'Your posts, messages and questions (each leaves an empty placeholder)',
};

const CONNECTIONS =
  'Your sessions on all devices, their notification settings, and our list of emails sent to you';

/** What we tell members about each part of their archive. Parts may share a sentence. */
const PERSONAL_DATA: Readonly<Record<ArchivePart, PersonalData>> = {
  user: {
    section: 'account',
    stored:
      'Name, email address, phone number and country, and your Telegram name if you gave it, to run your account and to answer you.',
    deleted: 'Your name, email address, phone number and password',
  },
  proofs: SUBMISSIONS,
  setups: SUBMISSIONS,
  accessEvents: {
    section: 'account',
    stored:
      'Every change to your access, and other staff actions on your account: who did it, when and why.',
    deleted: null,
  },
  tickets: {
    section: 'account',
    stored: 'Your tickets, which our staff read, and the answers they write.',
    deleted: 'Your tickets and our answers',
  },
  journal: {
    section: 'account',
    stored: 'Your journal with its pictures. Only you see it, except for days that you post.',
    deleted: ACTIVITY,
  },
  learning: {
    section: 'account',
    stored:
      'The lessons that you finish, your answers and your notes, on all your devices. Only you see them.',
    deleted: ACTIVITY,
  },
  bots: { ...BOTS, deleted: ACTIVITY },
  published: { ...BOTS, deleted: 'What you published, with your display name' },
  posts: WRITINGS,
  messages: WRITINGS,
  questions: WRITINGS,
  devices: {
    section: 'account',
    stored:
      'Your sessions and devices, so that you can end sessions and messages reach the right device.',
    deleted: CONNECTIONS,
  },
  pushDevices: {
    section: 'account',
    stored:
      'For each device with notifications turned on, the push address from its browser and the notifications that you chose.',
    deleted: CONNECTIONS,
  },
  mails: {
    section: 'account',
    stored: 'Which emails we sent you, for 30 days.',
    deleted: CONNECTIONS,
  },
  telegramChats: {
    section: 'telegram',
    stored:
      'We store your Telegram ID, when you linked the chat, and the channel that you were invited to. We don’t store your name, your handle or anything that you write to the bot.',
    deleted: 'Your link to a chat on Telegram, and everything stored on this device',
  },
};

const DATA_PARTS = Object.values(PERSONAL_DATA);

export const listStoredData = (section: PersonalData['section']): string[] => [
  ...new Set(DATA_PARTS.filter((part) => part.section === section).map(({ stored }) => stored)),
];

export const DELETED_DATA: readonly string[] = [
  ...new Set(DATA_PARTS.flatMap(({ deleted }) => deleted ?? [])),
];

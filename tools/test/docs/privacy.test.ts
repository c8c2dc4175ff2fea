import { readFileSync } from 'node:fs';
import { type ArchivePart, EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';
import { RETENTION_MS, formatRetention } from '@quantalgo/functions/retention';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

/** Where each part of a member's archive is told of: by the privacy page, and before an account is deleted. */
const TOLD: Readonly<Record<ArchivePart, { readonly kept: string; readonly deleted: string }>> = {
  user: {
    kept: 'Name, email address, phone number and country',
    deleted: 'Your name, address, phone number and password',
  },
  proofs: { kept: 'Trader ID, account setups and the screenshots', deleted: 'Your trader ID' },
  setups: { kept: 'account setups', deleted: 'account setups' },
  tickets: { kept: 'Your tickets with our answers', deleted: 'Your tickets and their answers' },
  journal: { kept: 'Your journal with its pictures', deleted: 'Your journal' },
  learning: { kept: 'The lessons that you finish', deleted: 'what you did in the lessons' },
  bots: { kept: 'Your paper bots', deleted: 'your paper bots' },
  published: { kept: 'the display name that you choose', deleted: 'What you published' },
  posts: { kept: 'What you post', deleted: 'Your posts' },
  messages: { kept: 'write in the chat', deleted: 'messages' },
  questions: { kept: 'ask a host', deleted: 'questions' },
  devices: { kept: 'Your sessions and devices', deleted: 'Your sessions on all devices' },
  pushDevices: { kept: 'turn notifications on', deleted: 'their notifications' },
  mails: { kept: 'Which emails we sent you', deleted: 'our list of emails to you' },
  telegramChats: { kept: 'the number by which Telegram knows you', deleted: 'chat on Telegram' },
  accessEvents: { kept: 'Every change of your access', deleted: 'Our audit keeps' },
};

/** What stays of a member who deletes their account, said in the same words at both places. */
const STAYS = [
  'an empty placeholder stays for each',
  'Our audit keeps the changes of your access, what else our staff did about you, and when a chat on Telegram was linked or unlinked, with a pseudonym in your place',
  'ledger of signals stays: it names nobody',
];

const textOf = (...path: readonly string[]) =>
  readFileSync(inRoot('web', 'src', 'screens', ...path), 'utf8').replaceAll(/\s+/g, ' ');

const PRIVACY = textOf('legal', 'privacy.ts');
const DELETION = textOf('settings', 'Account.tsx');

it('mails are said to be listed for as long as they are kept', () => {
  expect(PRIVACY).toContain(`Which emails we sent you, for ${formatRetention(RETENTION_MS.mail)}.`);
});

it('problem reports are said to be kept for as long as they are', () => {
  expect(PRIVACY).toContain(`For ${formatRetention(RETENTION_MS.problems)}.`);
});

it('controller, grounds, copies, network addresses and authorities are told of', () => {
  for (const words of [
    '${CONTROLLER.name}, ${CONTROLLER.address}, decides',
    'BASES[CONTROLLER.bases.account]',
    'Backups of the database still hold what was deleted',
    'network address (IP)',
    'ndpc.gov.ng',
    'edpb.europa.eu',
    'ico.org.uk',
    'is a demonstration: the name, addresses and companies here are samples',
  ])
    expect(PRIVACY).toContain(words);
});

it('nothing of a member’s archive is left out', () => {
  const parts = EVERY_COLLECTION.flatMap(([, { member }]) =>
    member && 'as' in member.export ? [member.export.as] : [],
  );
  expect(new Set(parts)).toEqual(new Set(Object.keys(TOLD)));
});

describe.each(Object.entries(TOLD))('%s of a member', (_part, { kept, deleted }) => {
  it('are told of by the privacy page', () => expect(PRIVACY).toContain(kept));
  it('are told of before the account is deleted', () => expect(DELETION).toContain(deleted));
});

it.each(STAYS)('both say what stays: %s', (words) => {
  for (const text of [PRIVACY, DELETION]) expect(text).toContain(words);
});

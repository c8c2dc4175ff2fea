import { readFileSync } from 'node:fs';
import { COLLECTIONS } from '@quantalgo/functions/collections/collections';
import { formatRetention } from '@quantalgo/functions/retention';
import { expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

/** What stays of a member who deletes their account, said in the same words at both places. */
const STAYS = [
  'each leaves an empty placeholder',
  'Our audit log keeps, under a pseudonym, changes to your access, other staff actions on your account, and when a Telegram chat was linked or unlinked',
  'public signal ledger stays, because it contains no names',
];

const readSource = (...path: readonly string[]) =>
  readFileSync(inRoot('web', 'src', ...path), 'utf8').replaceAll(/\s+/g, ' ');

const DATA = readSource('content', 'personalData.ts');
const PRIVACY = `${readSource('screens', 'legal', 'privacy.ts')} ${DATA}`;
const DELETION = `${readSource('screens', 'settings', 'Account.tsx')} ${DATA}`;

it('states how long emails are listed', () => {
  expect(PRIVACY).toContain(
    `Which emails we sent you, for ${formatRetention(COLLECTIONS.mail.retentionMs)}.`,
  );
});

it('states how long problem reports are kept', () => {
  expect(PRIVACY).toContain(
    `We keep this for ${formatRetention(COLLECTIONS.problems.retentionMs)}.`,
  );
});

it('states how long unsent items stay on a device that another member uses', () => {
  const days = /FOREIGN_RETENTION_MS = (\d+) \* 24 \* 60 \* 60_000/.exec(
    readSource('data', 'outbox', 'foreignItems.ts'),
  )?.[1];
  expect(PRIVACY).toContain(`Once it is ${days} days old, it is deleted`);
  expect(readSource('app', 'shell', 'OutboxNotice.tsx')).toContain(`or deleted after ${days} days`);
});

it('names controller, legal bases, backups, IP addresses and authorities', () => {
  for (const words of [
    '${CONTROLLER.name}, ${CONTROLLER.address}, decides',
    'LEGAL_BASIS_TEXT[CONTROLLER.bases.account]',
    'Backups of the database still hold what was deleted',
    'IP address',
    'ndpc.gov.ng',
    'edpb.europa.eu',
    'ico.org.uk',
    'is a demonstration: the name, addresses and companies here are samples',
  ])
    expect(PRIVACY).toContain(words);
});

it('lists every part of a member’s archive', () => {
  for (const section of ['account', 'rooms', 'telegram'])
    expect(PRIVACY).toContain(`listStoredData('${section}')`);
  expect(DELETION).toContain('{DELETED_DATA.map(');
});

it.each(STAYS)('states on the page and in the dialog that deletion keeps this: %s', (words) => {
  for (const text of [PRIVACY, DELETION]) expect(text).toContain(words);
});

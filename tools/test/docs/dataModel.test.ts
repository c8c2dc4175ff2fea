import { EVERY_COLLECTION } from '@quantalgo/functions/collections/collections';
import type { Collection } from '@quantalgo/functions/collections/collection';
import { it } from 'vitest';
import { expectTables, toTable } from './madeTables';

const READERS = {
  'owner and staff': 'own; staff',
  owner: 'own',
  'own session': 'own',
  'by audience': 'unlocked members by tier; staff',
  unlocked: 'unlocked members; staff',
  essential: 'essential members; staff',
  staff: 'staff',
  nobody: 'no direct reads',
} as const;

function erasedAs({ member }: Collection): string {
  if (!member) return 'no member’s';
  return typeof member.erase === 'object' ? 'gets a pseudonym' : 'deleted';
}

function exportedAs({ member }: Collection): string {
  if (!member) return '';
  if ('as' in member.export) return `\`${member.export.as}\``;
  return 'remembered' in member.export ? '`remembered`' : `no: ${member.export.notExported}`;
}

const HEAD = [
  'collection',
  'what it holds',
  'read by clients',
  'written by',
  'kept',
  'when its member is deleted',
  'in their archive',
];

it('describes every collection as the registry does', async () => {
  const rows = EVERY_COLLECTION.map(([name, one]) => {
    const read = [
      READERS[one.readers ?? 'nobody'],
      ...(one.served === undefined ? [] : [one.served]),
    ];
    const place = [`\`${name}/${one.id}\``, one.holds, read.join('; '), one.writers, one.kept];
    return [...place, erasedAs(one), exportedAs(one)];
  });
  await expectTables('data-model.md', {
    'functions/src/collections/collections.ts': toTable(HEAD, rows),
  });
});

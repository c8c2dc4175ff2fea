import { readFileSync } from 'node:fs';
import { EVERY_COLLECTION } from '@quantalgo/functions/collections';
import type { Collection } from '@quantalgo/functions/collections/collection';
import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

const DOCUMENT = inRoot('docs', 'data-model.md');

/** The table between these is made from the registry: `npx vitest run --project tools tools/test/docs -u` writes it. */
const BEGIN = '<!-- made from functions/src/collections.ts -->';
const END = '<!-- end of what is made -->';

const READERS = {
  'owner and staff': 'own; staff',
  owner: 'own',
  'by audience': 'unlocked members by tier; staff',
  unlocked: 'unlocked members; staff',
  essential: 'essential members; staff',
  staff: 'staff',
  nobody: 'nobody',
} as const;

function erasedAs({ member }: Collection): string {
  if (!member) return 'nobody’s';
  return typeof member.erase === 'object' ? 'gets a pseudonym' : 'deleted';
}

function exportedAs({ member }: Collection): string {
  if (!member) return '';
  if ('as' in member.export) return `\`${member.export.as}\``;
  return 'remembered' in member.export ? '`remembered`' : `no: ${member.export.notExported}`;
}

function table(): string {
  const rows = EVERY_COLLECTION.map(([name, one]) => {
    const read = [
      READERS[one.readers ?? 'nobody'],
      ...(one.served === undefined ? [] : [one.served]),
    ];
    const cells = [`\`${name}/${one.id}\``, one.holds, read.join('; '), one.writers, one.kept];
    return `| ${[...cells, erasedAs(one), exportedAs(one)].join(' | ')} |`;
  });
  const heads = 'collection | what it holds | read by clients | written by | kept';
  return [
    `| ${heads} | with its member | in their archive |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

it('tells of every collection what the registry says', async () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const made = `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
  const { code } = await format(DOCUMENT, made);
  await expect(code).toMatchFileSnapshot(DOCUMENT);
});

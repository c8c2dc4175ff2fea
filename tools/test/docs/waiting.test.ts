import { readFileSync } from 'node:fs';
import { SCHEDULES } from '@quantalgo/contracts';
import type { EventWait } from '@quantalgo/functions/collections/collection';
import { lasting } from '@quantalgo/functions/retention';
import { WAITING, type Waiting } from '@quantalgo/functions/waiting';
import { format } from 'oxfmt';
import { expect, it } from 'vitest';
import { inRoot } from '../../src/system/root';

const DOCUMENT = inRoot('docs', 'operations.md');

/** The table between these is made from the registry: `npx vitest run --project tools tools/test/docs -u` writes it. */
const BEGIN = '<!-- made from functions/src/waiting.ts -->';
const END = '<!-- end of what is made -->';

function formatPlace({ collection, where, since, fields = [] }: Waiting<EventWait>): string {
  const mark = where ? `\`${where[0]}\` is \`${where[1]}\`, since ` : '';
  return [`\`${collection}\`: ${mark}\`${since}\``, ...fields.map((one) => `\`${one}\``)].join(
    ', ',
  );
}

function formatSweep({ sweep, retryAfterMs }: EventWait): string {
  const minutes = SCHEDULES.find(({ name }) => name === sweep)?.everyMinutes ?? NaN;
  const after = retryAfterMs === 0 ? 'at once' : `after ${lasting(retryAfterMs)}`;
  const every = minutes === 1 ? 'minute' : lasting(minutes * 60_000);
  return `${after}, by \`${sweep}\` (every ${every.replace(/^an? /, '')})`;
}

const formatStaff = ({ staff }: EventWait): string =>
  typeof staff === 'string'
    ? staff
    : `after ${lasting(staff.afterMs)} on System; alarm \`${staff.alarm}\``;

function toRow(wait: Waiting): string {
  const cells =
    'for' in wait
      ? [
          wait.what,
          [`\`${wait.collection}\``, ...(wait.states ?? []), ...(wait.fields ?? [])].join(' '),
          `waits for ${wait.for === 'staff' ? 'staff' : `a ${wait.for}`}`,
          wait.shown,
        ]
      : [wait.what, formatPlace(wait), formatSweep(wait), formatStaff(wait)];
  return `| ${cells.join(' | ')} |`;
}

it('lists each waiting state with its bounds and its sweep, as the registry has them', async () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [, after = ''] = rest.split(END);
  const table = [
    '| waiting state | documents | retried | staff see it |',
    '| --- | --- | --- | --- |',
    ...WAITING.map(toRow),
  ].join('\n');
  const { code } = await format(DOCUMENT, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`);
  await expect(code).toMatchFileSnapshot(DOCUMENT);
});

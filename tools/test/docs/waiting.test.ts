import { SCHEDULES } from '@quantalgo/contracts/core/time';
import type { EventWait } from '@quantalgo/functions/collections/collection';
import { formatRetention } from '@quantalgo/functions/retention';
import { WAIT_STATES, type WaitState } from '@quantalgo/functions/waiting';
import { it } from 'vitest';
import { expectTables, toTable } from './madeTables';

const quote = (name: string): string => `\`${name}\``;

function formatPlace({ collection, where, since, fields = [] }: WaitState<EventWait>): string {
  const mark = where ? `\`${where[0]}\` is \`${where[1]}\`, since ` : '';
  return [`\`${collection}\`: ${mark}\`${since}\``, ...fields.map((one) => `\`${one}\``)].join(
    ', ',
  );
}

function formatFields({
  collection,
  states = [],
  fields = [],
}: Pick<Extract<WaitState, { for: unknown }>, 'collection' | 'states' | 'fields'>): string {
  const list = [
    ...(states.length === 0 ? [] : [`state is ${states.map(quote).join(' or ')}`]),
    ...fields.map(quote),
  ].join(', ');
  return `${quote(collection)}${list === '' ? '' : `: ${list}`}`;
}

function formatSweep({ sweep, retryAfterMs }: EventWait): string {
  const minutes = SCHEDULES.find(({ name }) => name === sweep)?.everyMinutes ?? NaN;
  const after = retryAfterMs === 0 ? '' : `, after ${formatRetention(retryAfterMs)}`;
  const every = minutes === 1 ? 'minute' : formatRetention(minutes * 60_000);
  return `\`${sweep}\` (every ${every.replace(/^an? /, '')})${after}`;
}

const formatStaff = ({ staff }: EventWait): string =>
  typeof staff === 'string'
    ? staff
    : `System, after ${formatRetention(staff.afterMs)}; alert \`${staff.alarm}\``;

function toCells(wait: WaitState): string[] {
  return 'for' in wait
    ? [wait.what, formatFields(wait), wait.for === 'staff' ? 'staff' : `a ${wait.for}`, wait.shown]
    : [wait.what, formatPlace(wait), formatSweep(wait), formatStaff(wait)];
}

it('lists each waiting state with the limits and sweep from the registry', async () => {
  const head = ['waiting state', 'documents', 'retried by or waiting for', 'where it shows'];
  const table = toTable(head, WAIT_STATES.map(toCells));
  await expectTables('operations.md', { 'functions/src/waiting.ts': table });
});

import { expect, it } from 'vitest';
import { redactFields } from '../../../src/platform/core/log';
import { FILE_FOLDERS } from '../../../src/collections/submissions';

it('logs message and stack of errors, but no member’s id', () => {
  const cause = new Error('users/Kx3-9f doesn’t match, nor does pending/Kx3-9f/5c');
  const fields = redactFields({ cause, id: 'one', count: 2 });
  expect(fields['cause']).toMatch(
    /^Error: users\/… doesn’t match, nor does pending\/…\/5c\n {4}at /,
  );
  expect(fields).toMatchObject({ id: 'one', count: 2 });
});

it.each([
  ...['bots', 'credentials', 'dashboardCodes', 'deletions', 'idempotency', 'journal'],
  ...['journalHeads', 'learning', 'networkMembers', 'postLikes', 'publishers', 'registrations'],
  ...['secondFactors', 'telegramChats', 'users', ...FILE_FOLDERS],
])('logs no member’s id in a text that names a document or file in %s', (name) => {
  const problem = `Error: 7 not found: projects/p/databases/(default)/documents/${name}/Kx3-9f_1`;
  expect(redactFields({ problem })['problem']).not.toContain('Kx3');
  expect(redactFields({ problem: `No such object: b/${name}%2FKx3-9f` })['problem']).toBe(
    `No such object: b/${name}%2F…`,
  );
});

it('logs routes and ids that name no member', () => {
  const fields = {
    endpoint: '/api/journal/changes',
    staff: '/api/admin/users/search',
    problem: 'mail/5c can’t be read, nor can signals/20261120T1100Z',
  };
  expect(redactFields(fields)).toEqual(fields);
});

it('logs the causes of an error, and the errors that it combines', () => {
  const cause = new Error('bots/Kx3-9f is missing', { cause: 'credentials/Kx3-9f' });
  const error = new AggregateError([new TypeError('first', { cause })], 'Some failed');
  const text = String(redactFields({ cause: error })['cause']);
  expect(text.split('\n').filter((line) => !line.startsWith('    at '))).toEqual([
    'AggregateError: Some failed',
    'Combines: TypeError: first',
    'Caused by: Error: bots/… is missing',
    'Caused by: credentials/…',
  ]);
});

it('logs an error that is its own cause once', () => {
  const error = new Error('circular');
  error.cause = error;
  expect(String(redactFields({ cause: error })['cause']).match(/circular/g)).toHaveLength(1);
});

import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Users from '../../../src/screens/console/Users';
import { session } from '../../../src/data/auth/currentSession';
import { renderAt, loggedInAs } from '../../support/render';
import { aServer, envelope, type Seen } from '../../support/aServer';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { aRow } from './users';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const STAFF = member({ id: 'staff', staff: true, tier: 'essential' });
const ADA = aRow();
const KOFI = aRow({
  ...SETTABLE_ACCESS.starter,
  id: 'kofi',
  fullName: 'Kofi Mensah',
  email: 'kofi@quantalgo.test',
});

let server: Awaited<ReturnType<typeof aServer>>;
const pagination = { total: 120, pages: 3, current: 1 };

const answerWith =
  (rows: readonly AdminUser[], patch?: (response: ServerResponse) => void) =>
  ({ line }: Seen, response: ServerResponse) => {
    if (line.startsWith('PATCH')) patch?.(response);
    else if (line.startsWith('GET /auth/me')) envelope(response, { data: member({ id: 'staff' }) });
    else if (line.startsWith('POST')) envelope(response, { data: { users: rows, hasMore: true } });
    else envelope(response, { data: rows, pagination });
  };

const show = async (answer: Parameters<typeof aServer>[0], path = '/dashboard/admin/users') => {
  server = await aServer(answer);
  renderAt(path, <Users />);
};
const findRow = (name: string) => screen.findByRole('group', { name: `Access for ${name}` });
const button = (group: HTMLElement, name: string) => within(group).getByRole('button', { name });
const getRequests = (start: string) => server.seen.filter(({ line }) => line.startsWith(start));

beforeEach(() => {
  resetAuth();
  held.uid = STAFF.id;
  loggedInAs(STAFF);
});
afterEach(async () => {
  act(() => session.set({ status: 'logged-out', reason: null }));
  await server.close();
});

describe('user list', () => {
  it('shows a loading state, then the users', async () => {
    await show(answerWith([ADA, KOFI]));
    expect(screen.getByText('Loading users...')).toBeInTheDocument();
    expect(await findRow('Ada Obi')).toBeInTheDocument();
    expect(screen.queryByText('Loading users...')).not.toBeInTheDocument();
    expect(getRequests('GET /api/admin/users?page=1&limit=50')).toHaveLength(1);
  });

  it('shows an empty state', async () => {
    await show(answerWith([]));
    expect(await screen.findByText('No users found in the system.')).toBeInTheDocument();
  });

  it('filters the page by part of an email or name, without a request', async () => {
    await show(answerWith([ADA, KOFI]));
    await findRow('Ada Obi');
    const requestCount = server.seen.length;
    const box = screen.getByRole('searchbox', { name: 'Search by email or full name' });
    await userEvent.type(box, 'MENSA');
    expect(screen.queryByRole('group', { name: 'Access for Ada Obi' })).not.toBeInTheDocument();
    expect(await findRow('Kofi Mensah')).toBeInTheDocument();
    await userEvent.clear(box);
    await userEvent.type(box, 'nobody');
    expect(screen.getByText(/^No users found matching/).parentElement).toHaveTextContent('nobody');
    expect(server.seen).toHaveLength(requestCount);
  });

  it('filters by a name typed without its accents and curly apostrophe', async () => {
    await show(answerWith([ADA, aRow({ id: 'ola', fullName: 'Ọlá O’Neil' })]));
    await findRow('Ada Obi');
    await userEvent.type(screen.getByRole('searchbox'), "ola o'n");
    expect(screen.queryByRole('group', { name: 'Access for Ada Obi' })).not.toBeInTheDocument();
    expect(await findRow('Ọlá O’Neil')).toBeInTheDocument();
  });

  it('searches all users on submit', async () => {
    await show(answerWith([ADA]));
    await findRow('Ada Obi');
    await userEvent.type(screen.getByRole('searchbox'), 'kof{Enter}');
    await waitFor(() => expect(getRequests('POST /api/admin/users/search')).toHaveLength(1));
    expect(getRequests('POST')[0]?.body).toBe('{"search":"kof"}');
    const button = await screen.findByRole('button', { name: 'Show all users' });
    expect(button.parentElement).toHaveTextContent(
      'All users: the first 1 starting with “kof”. Type more to narrow it.',
    );
  });

  it('keeps a typed or submitted email out of every query string', async () => {
    await show(answerWith([ADA]), '/dashboard/admin/users?filter=guest');
    await findRow('Ada Obi');
    await userEvent.type(screen.getByRole('searchbox'), ADA.email);
    expect(screen.getByTestId('query')).toHaveValue('?filter=guest');
    expect(screen.getByTestId('fragment')).toHaveValue('#find=ada%40quantalgo.test');
    await userEvent.type(screen.getByRole('searchbox'), '{Enter}');
    expect(await screen.findByRole('button', { name: 'Show all users' })).toBeInTheDocument();
    expect(screen.getByTestId('query')).toHaveValue('');
    expect(screen.getByTestId('fragment')).toHaveValue('#search=ada%40quantalgo.test');
    expect(server.seen.filter(({ line }) => /@|%40/.test(line))).toEqual([]);
  });

  it('restores the page and the search from its address', async () => {
    await show(answerWith([ADA, KOFI]), '/dashboard/admin/users?page=2#find=kofi');
    expect(await findRow('Kofi Mensah')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Access for Ada Obi' })).not.toBeInTheDocument();
    expect(getRequests('GET /api/admin/users?page=2&limit=50')).toHaveLength(1);
  });

  it('shows the access that staff have, whatever is stored as their tier', async () => {
    await show(answerWith([aRow({ id: 'eve', fullName: 'Eve', staff: true })]));
    const row = (await screen.findByRole('button', { name: 'Eve, details' })).closest('[role=row]');
    expect(row).toHaveTextContent(/Essential.*Active.*Staff/);
    expect(row).not.toHaveTextContent(/Guest|Pending/);
    const group = await findRow('Eve');
    for (const action of ['Starter', 'Essential', 'Revoke'])
      expect(button(group, action)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Eve, details' }));
    const dialog = screen.getByRole('dialog', { name: 'User' });
    expect(dialog).toHaveTextContent('EveEssential');
  });

  it('renders names as plain text', async () => {
    const names = ['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '=cmd|calc!A1'];
    await show(answerWith(names.map((fullName, index) => aRow({ id: `n${index}`, fullName }))));
    for (const name of names) {
      const nameButton = await screen.findByRole('button', { name: `${name}, details` });
      expect(nameButton).toHaveTextContent(name);
    }
    expect(document.querySelector('[role=table] img, [role=table] a')).toBeNull();
  });
});

describe('access actions', () => {
  it('disable the current state, unconfirmed users and one’s own account', async () => {
    const rows = [
      ADA,
      KOFI,
      aRow({ id: 'eve', fullName: 'Eve', confirmed: false }),
      aRow({ id: 'staff', fullName: 'Myself' }),
    ];
    await show(answerWith(rows));
    const findEnabledActions = async (name: string) => {
      const group = await findRow(name);
      return ['Starter', 'Essential', 'Revoke'].filter(
        (action) => button(group, action).getAttribute('aria-disabled') === 'false',
      );
    };
    expect(await findEnabledActions('Ada Obi')).toEqual(['Starter', 'Essential']);
    expect(await findEnabledActions('Kofi Mensah')).toEqual(['Essential', 'Revoke']);
    expect(await findEnabledActions('Eve')).toEqual([]);
    expect(await findEnabledActions('Myself')).toEqual([]);
  });

  it('update the row once the server responds, sending one change with its version', async () => {
    const answers: (() => void)[] = [];
    const now = aRow({ ...SETTABLE_ACCESS.starter, accessVersion: 4 });
    await show(
      answerWith([ADA], (response) => answers.push(() => envelope(response, { data: now }))),
    );
    const group = await findRow('Ada Obi');
    await userEvent.click(button(group, 'Starter'));
    await userEvent.click(button(group, 'Essential'));
    expect(screen.getByText('Updating user access...')).toBeInTheDocument();
    expect(screen.getAllByText('Pending')).not.toHaveLength(0);
    await waitFor(() => expect(answers).toHaveLength(1));
    answers[0]?.();
    expect(await screen.findByText(/is now Starter, unlocked\./)).toBeInTheDocument();
    expect(button(group, 'Starter')).toHaveAttribute('aria-disabled', 'true');
    const [sent] = getRequests('PATCH /api/admin/users/ada/access');
    expect(sent?.headers['if-match']).toBe('"3"');
    expect(sent?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    expect(JSON.parse(sent?.body ?? '')).toEqual(SETTABLE_ACCESS.starter);
    expect(getRequests('PATCH')).toHaveLength(1);
  });

  it('show the current row and what changed after a conflict', async () => {
    const now = aRow({ ...SETTABLE_ACCESS.essential, accessVersion: 4 });
    const refuse = (response: ServerResponse) =>
      envelope(response, { status: 409, error: 'Someone has changed this user', data: now });
    await show(answerWith([ADA], refuse));
    await userEvent.click(button(await findRow('Ada Obi'), 'Starter'));
    const { parentElement: notice } = await screen.findByText(/Someone has changed/);
    expect(notice).toHaveTextContent('tier Guest → Essential, unlocked no → yes');
    expect(button(await findRow('Ada Obi'), 'Essential')).toHaveAttribute('aria-disabled', 'true');
  });

  it('are retried with the same key unless the server refused them', async () => {
    const [failure, refusal] = [{ error: 'A fault' }, { error: 'Not possible' }];
    const replies = [
      { status: 500, ...failure },
      { status: 400, ...refusal },
    ];
    const fail = (response: ServerResponse) =>
      envelope(response, replies.shift() ?? { status: 400, ...refusal });
    await show(answerWith([ADA], fail));
    for (const message of ['A fault', 'Not possible', 'Not possible']) {
      await userEvent.click(button(await findRow('Ada Obi'), 'Starter'));
      expect(await screen.findByText(`: ${message}`)).toBeInTheDocument();
    }
    const keys = getRequests('PATCH').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('refetch one’s own account if staff rights were lost', async () => {
    const refuse = (response: ServerResponse) =>
      envelope(response, { status: 403, error: 'This is for staff alone' });
    await show(answerWith([ADA], refuse));
    await userEvent.click(button(await findRow('Ada Obi'), 'Starter'));
    const { parentElement: notice } = await screen.findByText('Access not changed for');
    expect(notice).toHaveTextContent('Access not changed for Ada Obi: This is for staff alone');
    await waitFor(() => expect(session.get()).toMatchObject({ user: { staff: false } }));
  });
});

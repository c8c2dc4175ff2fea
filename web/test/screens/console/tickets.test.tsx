import type { AdminTicket } from '@quantalgo/contracts/console/console';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from '../../../src/data/core/webStorage';
import Tickets from '../../../src/screens/console/Tickets';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, online, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const FIRST = '11111111-1111-4111-8111-111111111111';
const SECOND = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T08:00:00.000Z';

const ticket = (id: string, changes: Partial<AdminTicket> = {}): AdminTicket => ({
  id,
  userId: 'ada',
  member: { fullName: 'Ada Obi', email: 'ada@example.test' },
  category: 'billing',
  priority: 'urgent',
  subject: 'Where is my money?',
  state: 'open',
  messages: [{ id: 'm1', from: 'member', text: 'I paid yesterday.', at }],
  signal: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
const INBOX = [ticket(FIRST), ticket(SECOND, { subject: 'A question', priority: 'low' })];

const replies = {
  'GET /api/admin/tickets': () => INBOX,
  'GET /api/admin/canned-answers': () => [
    { id: SECOND, title: 'Fees', text: 'There are no fees.' },
  ],
};
const row = (name: RegExp) => screen.findByRole('button', { name });
const answer = () => screen.getByLabelText('Your answer');
const send = () => screen.getByRole('button', { name: 'Send answer' });

afterEach(() => {
  leaveTheConsole();
  vi.useRealTimers();
});

describe('support inbox', () => {
  it('lists pending tickets by urgency and opens one to its messages', async () => {
    atTheConsole(replies);
    renderAt('/', <Tickets />);
    const list = await screen.findByRole('list', { name: 'Tickets' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/Where is my money\?.*Ada Obi.*Urgent/),
      expect.stringMatching(/A question.*Low/),
    ]);
    await userEvent.click(await row(/Where is my money/));
    expect(screen.getByRole('heading', { name: 'Where is my money?' })).toHaveFocus();
    expect(screen.getByText('I paid yesterday.')).toBeVisible();
    expect(screen.getByText('ada@example.test')).toBeVisible();
  });

  it('sends an answer by keyboard and moves to the next ticket', async () => {
    const made = atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/replies`]: () => ticket(FIRST, { state: 'answered' }),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'It is on its way.{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('heading', { name: 'A question' })).toHaveFocus();
    expect(screen.getByText('Answered “Where is my money?”.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Where is my money/ })).toBeNull();
    const sent = made.find(({ line }) => line.startsWith('POST'));
    expect(sent?.body).toEqual({ message: 'It is on its way.' });
    expect(sent?.key).toMatch(/^[\da-f-]{36}$/);
  });

  const NEWER = [
    { id: 'm1', from: 'member' as const, text: 'I paid yesterday.', at },
    { id: 'm2', from: 'member' as const, text: 'Wrong ID, it is 456.', at },
  ];

  it('keeps a ticket whose member wrote while it was answered', async () => {
    const messages = [...NEWER, { id: 'm3', from: 'staff' as const, text: 'ID 123 is fine.', at }];
    const made = atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/replies`]: () => ticket(FIRST, { messages }),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'ID 123 is fine.');
    await userEvent.click(send());
    expect(await screen.findByText(/the ticket stays open/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Where is my money?' })).toBeVisible();
    expect(screen.getByText('Wrong ID, it is 456.')).toBeVisible();
    expect(made.find(({ line }) => line.startsWith('POST'))?.version).toBe('"1"');
  });

  it('shows the newer message of a ticket that couldn’t be closed', async () => {
    const made = atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/close`]: ({ version }) =>
        version === '"1"'
          ? new Refused(409, 'Read it first', undefined, ticket(FIRST, { messages: NEWER }))
          : ticket(FIRST, { messages: NEWER, state: 'closed' }),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.click(screen.getByRole('button', { name: 'Close ticket' }));
    expect(await screen.findByText('Read it first')).toBeVisible();
    expect(screen.getByText('Wrong ID, it is 456.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close ticket' }));
    expect(await screen.findByText('Closed “Where is my money?”.')).toBeVisible();
    expect(made.filter(({ line }) => line.startsWith('POST'))).toHaveLength(2);
  });

  it('opens a ticket that isn’t in the list', async () => {
    const closed = ticket(SECOND, { subject: 'An old question', state: 'closed' });
    atTheConsole({
      [`GET /api/admin/tickets/${SECOND}`]: () => closed,
      [`POST /api/tickets/${SECOND}/replies`]: () => ({ ...closed, state: 'answered' }),
      ...replies,
      'GET /api/admin/tickets': () => [ticket(FIRST)],
    });
    renderAt(`/?ticket=${SECOND}`, <Tickets />);
    expect(await screen.findByRole('heading', { name: 'An old question' })).toBeVisible();
    expect(screen.getByText('This ticket isn’t in this list. Its status: Closed.')).toBeVisible();
    await userEvent.type(answer(), 'Hello again');
    await userEvent.click(send());
    expect(await screen.findByText('Answered “An old question”.')).toBeVisible();
    expect(screen.getByText('This ticket isn’t in this list. Its status: Answered.')).toBeVisible();
  });

  it('keeps the form of a ticket that leaves the list while it is answered', async () => {
    let inbox = INBOX;
    let reply: (value: AdminTicket) => void = () => undefined;
    atTheConsole({
      [`GET /api/admin/tickets/${FIRST}`]: () =>
        new Promise<AdminTicket>((resolve) => (reply = resolve)),
      ...replies,
      'GET /api/admin/tickets': () => inbox,
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'It is');
    const field = answer();
    inbox = INBOX.slice(1);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /Where is my money/ })).toBeNull(),
    );
    expect(field).toHaveFocus();
    reply(ticket(FIRST, { state: 'closed' }));
    expect(await screen.findByText(/isn’t in this list. Its status: Closed/)).toBeVisible();
    expect(field).toHaveFocus();
    expect(field).toHaveValue('It is');
  });

  it('doesn’t fetch the ticket that it just answered', async () => {
    const made = atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/replies`]: () => ticket(FIRST, { state: 'answered' }),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'It is on its way.');
    await userEvent.click(send());
    expect(await screen.findByRole('heading', { name: 'A question' })).toHaveFocus();
    expect(made.filter(({ line }) => line === `GET /api/admin/tickets/${FIRST}`)).toEqual([]);
  });

  it('says once that the ticket doesn’t exist', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const made = atTheConsole({
      [`GET /api/admin/tickets/${SECOND}`]: () => new Refused(404, 'Ticket not found'),
      ...replies,
      'GET /api/admin/tickets': () => [ticket(FIRST)],
    });
    renderAt(`/?ticket=${SECOND}`, <Tickets />);
    expect(await screen.findByText('Ticket not found')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(180_000));
    const count = (path: string) =>
      made.filter(({ line }) => line.startsWith(`GET ${path}`)).length;
    expect(count('/api/admin/tickets?')).toBeGreaterThan(2);
    expect(count(`/api/admin/tickets/${SECOND}`)).toBe(1);
  });

  it('shows older answered tickets page by page', async () => {
    const page = Array.from({ length: 50 }, (_, n) =>
      ticket(`11111111-1111-4111-8111-${String(n).padStart(12, '0')}`, {
        subject: `Ticket ${n}`,
        state: 'answered',
        updatedAt: new Date(Date.parse(at) - n * 1000).toISOString(),
      }),
    );
    const made = atTheConsole({
      ...replies,
      'GET /api/admin/tickets': ({ line }) =>
        line.includes('before=')
          ? [ticket(SECOND, { subject: 'An old one', state: 'answered' })]
          : page,
    });
    renderAt('/?state=answered', <Tickets />);
    await row(/Ticket 49/);
    await userEvent.click(screen.getByRole('button', { name: 'Older' }));
    expect(await row(/An old one/)).toBeVisible();
    const query = new URLSearchParams({ state: 'answered', before: page[49]?.updatedAt ?? '' });
    expect(made.at(-1)?.line).toBe(`GET /api/admin/tickets?${query.toString()}`);
    await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
    expect(await row(/Ticket 0/)).toBeVisible();
  });

  it('keeps an unsent answer and retries it with the same key', async () => {
    let tries = 0;
    const made = atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/replies`]: () => {
        tries += 1;
        return tries === 1 ? new Refused(503, 'Try again later') : ticket(FIRST);
      },
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'Hello');
    await userEvent.click(send());
    expect(await screen.findByText('Try again later')).toBeVisible();
    expect(answer()).toHaveValue('Hello');
    await userEvent.click(send());
    await waitFor(() => expect(answer()).toHaveValue(''));
    const keys = made.filter(({ line }) => line.startsWith('POST')).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('keeps text typed while an answer is being sent', async () => {
    atTheConsole({
      ...replies,
      [`POST /api/tickets/${FIRST}/replies`]: () => {
        fireEvent.change(answer(), { target: { value: 'Hello Ada, and' } });
        return ticket(FIRST, { state: 'answered' });
      },
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'Hello Ada');
    await userEvent.click(send());
    expect(await screen.findByText('Answered “Where is my money?”.')).toBeVisible();
    expect(readDraft(`answer-${FIRST}`)).toMatchObject({ message: 'Hello Ada, and' });
  });

  it('stays on a ticket opened while another answer was being sent', async () => {
    const THIRD = '33333333-3333-4333-8333-333333333333';
    const third = ticket(THIRD, { subject: 'A refund' });
    let reply: (value: AdminTicket) => void = () => undefined;
    atTheConsole({
      ...replies,
      'GET /api/admin/tickets': () => [...INBOX, third],
      [`POST /api/tickets/${FIRST}/replies`]: () =>
        new Promise<AdminTicket>((resolve) => (reply = resolve)),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'Hello');
    await userEvent.click(send());
    await userEvent.click(await row(/A refund/));
    reply(ticket(FIRST, { state: 'answered' }));
    expect(await screen.findByText('Answered “Where is my money?”.')).toBeVisible();
    await userEvent.type(answer(), 'Sorry');
    expect(screen.getByRole('heading', { name: 'A refund' })).toBeVisible();
    expect(answer()).toHaveValue('Sorry');
    expect(screen.queryByRole('button', { name: /Where is my money/ })).toBeNull();
  });

  it('appends a saved answer to the draft', async () => {
    atTheConsole(replies);
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'Hello Ada');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Saved answers' }), 'Fees');
    expect(answer()).toHaveValue('Hello Ada\n\nThere are no fees.');
  });

  it('creates a saved answer without sending the member the draft', async () => {
    const saved = { title: 'Payouts', text: 'Payouts are the broker’s.' };
    const made = atTheConsole({
      ...replies,
      'POST /api/admin/canned-answers': () => ({ id: FIRST, ...saved }),
    });
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.type(answer(), 'Hello A');
    await userEvent.click(screen.getByRole('button', { name: 'Edit saved answers' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), saved.title);
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), saved.text);
    await userEvent.click(screen.getByRole('button', { name: 'Save answer' }));
    expect(await screen.findByText(saved.text)).toBeVisible();
    const posted = made.filter(({ line }) => line.startsWith('POST'));
    expect(posted.map(({ body }) => body)).toEqual([saved]);
    expect(answer()).toHaveValue('Hello A');
  });

  it('rejects an empty answer before sending', async () => {
    const made = atTheConsole(replies);
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    await userEvent.click(send());
    expect(answer()).toHaveAccessibleDescription('Please enter a message');
    expect(made.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
  });

  it('renders a member’s message as plain text', async () => {
    const subject = '<img src=x onerror=alert(1)>';
    const messages = [{ id: 'm', from: 'member' as const, text: '<b>javascript:</b>', at }];
    atTheConsole({
      ...replies,
      'GET /api/admin/tickets': () => [ticket(FIRST, { subject, messages })],
    });
    const { container } = renderAt(`/?ticket=${FIRST}`, <Tickets />);
    expect(await screen.findByRole('heading', { name: subject })).toBeVisible();
    expect(screen.getByText('<b>javascript:</b>')).toBeVisible();
    expect(container.querySelector('img, b')).toBeNull();
  });

  it('can be read but not answered offline', async () => {
    const made = atTheConsole(replies);
    renderAt('/', <Tickets />);
    await userEvent.click(await row(/Where is my money/));
    act(() => online(false));
    expect(screen.getByText(/You are offline/)).toBeVisible();
    expect(screen.getByText('I paid yesterday.')).toBeVisible();
    expect(send()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.type(answer(), 'Hello{Control>}{Enter}{/Control}');
    expect(made.filter(({ line }) => line.startsWith('POST'))).toEqual([]);
    expect(answer()).toHaveValue('Hello');
  });

  it('shows an empty inbox and the reason for a failed load', async () => {
    atTheConsole({ ...replies, 'GET /api/admin/tickets': () => [] });
    const { unmount } = renderAt('/', <Tickets />);
    expect(await screen.findByText('No tickets are waiting for an answer.')).toBeVisible();
    unmount();
    leaveTheConsole();
    atTheConsole({
      'GET /api/admin/tickets': () => new Refused(500, 'Failed to fetch the tickets'),
    });
    renderAt('/', <Tickets />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the tickets');
  });
});

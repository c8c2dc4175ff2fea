import { SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import type { LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Sessions from '../../../src/screens/console/Sessions';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

configure({ asyncUtilTimeout: 15_000 });

const ID = '11111111-1111-4111-8111-111111111111';
const NOW = Date.parse('2026-11-23T08:10:00Z');
const at = new Date(NOW).toISOString();

const running: LiveSession = {
  id: 'european-open-20261123',
  name: 'European Open',
  startsAt: '2026-11-23T08:00:00.000Z',
  endsAt: '2026-11-23T10:00:00.000Z',
  openedAt: '2026-11-23T08:00:00.000Z',
  closedAt: null,
  viewers: 4,
  countedAt: at,
  seeded: false,
};

const question: LiveNote = {
  id: ID,
  session: running.id,
  uid: 'bola',
  content: { kind: 'question', name: 'Bola A.', text: 'Why this level?', answer: null },
  gone: null,
  createdAt: at,
  updatedAt: at,
};

/** A calendar without staff changes. */
const UNCHANGED = { moves: [], withdrawn: [], revision: 0 };

const replies = (sessions: LiveSession[], notes: LiveNote[] = []) => ({
  'GET /api/admin/live': () => ({ plans: [...SPECIFIED_PLANS], ...UNCHANGED, sessions, notes }),
  'POST /api/admin/live': () => ({}),
  'POST /api/admin/live/calendar': () => ({ plans: [...SPECIFIED_PLANS], ...UNCHANGED }),
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => {
  vi.useRealTimers();
  leaveTheConsole();
});

const posted = (made: ReturnType<typeof atTheConsole>) =>
  made.filter(({ line }) => line.startsWith('POST')).map(({ body }) => body);

describe('live session controls', { timeout: 60_000 }, () => {
  it('starts the next scheduled session', async () => {
    const made = atTheConsole(replies([]));
    renderAt('/', <Sessions />);
    await screen.findByRole('button', { name: 'Start the session' });
    await press('Start the session');
    const open = { action: 'open', session: running.id };
    await waitFor(() => expect(posted(made)).toEqual([open]));
  });

  it('restarts a session that was opened for an earlier time and never closed', async () => {
    const [startsAt, endsAt] = ['2026-11-23T05:00:00.000Z', '2026-11-23T07:00:00.000Z'];
    const made = atTheConsole(replies([{ ...running, startsAt, endsAt }]));
    renderAt('/', <Sessions />);
    await screen.findByRole('button', { name: 'Start the session' });
    await press('Start the session');
    const open = { action: 'open', session: running.id };
    await waitFor(() => expect(posted(made)).toEqual([open]));
  });

  it('posts a note, answers a question and ends the session', async () => {
    const made = atTheConsole(replies([running], [question]));
    renderAt('/', <Sessions />);
    expect(await screen.findByText('4 watching')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Note'), 'Calm so far');
    await press('Post the note');
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
    await userEvent.type(screen.getByLabelText('Answer'), 'It held twice.');
    await press('Answer');
    await waitFor(() => expect(screen.getByLabelText('Answer')).toHaveValue(''));
    await press('End the session');
    await press('End it now');
    const session = running.id;
    await waitFor(() =>
      expect(posted(made)).toEqual([
        { action: 'note', session, text: 'Calm so far' },
        { action: 'answer', id: ID, text: 'It held twice.' },
        { action: 'close', session },
      ]),
    );
  });

  it('pins a level and rejects an ambiguous thousands comma', async () => {
    const made = atTheConsole(replies([running]));
    renderAt('/', <Sessions />);
    const level = await screen.findByLabelText('Level');
    await userEvent.type(level, '1,085');
    expect(level).toHaveAccessibleDescription('Is this 1085 or 1.085? Write 1085 or 1.085.');
    expect(screen.getByRole('button', { name: 'Pin the level' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.type(level, '2');
    await press('Pin the level');
    await waitFor(() =>
      expect(posted(made)).toMatchObject([{ action: 'level', session: running.id, price: 1.0852 }]),
    );
  });

  it('keeps the pair with its level over a reload, and says what a level must be', async () => {
    atTheConsole(replies([running]));
    const { unmount } = renderAt('/', <Sessions />);
    await userEvent.selectOptions(await screen.findByLabelText('Pair'), 'XAU/USD');
    await userEvent.type(screen.getByLabelText('Level'), '2650-2655');
    unmount();
    renderAt('/', <Sessions />);
    expect(await screen.findByLabelText('Pair')).toHaveDisplayValue('XAU/USD');
    expect(screen.getByLabelText('Level')).toHaveAccessibleDescription(
      'Enter one price, like 1.0842',
    );
  });

  it('keeps text typed while a note is being sent, even after a reload', async () => {
    atTheConsole({
      ...replies([running]),
      'POST /api/admin/live': () => {
        fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Calm so far. Now' } });
        return {};
      },
    });
    const { unmount } = renderAt('/', <Sessions />);
    await userEvent.type(await screen.findByLabelText('Note'), 'Calm so far.');
    await press('Post the note');
    await screen.findByRole('button', { name: 'Post the note' });
    expect(screen.getByLabelText('Note')).toHaveValue('Calm so far. Now');
    unmount();
    renderAt('/', <Sessions />);
    expect(await screen.findByLabelText('Note')).toHaveValue('Calm so far. Now');
  });

  it('lists unanswered questions first, oldest on top', async () => {
    const ask = (minute: number, text: string, answer: string | null): LiveNote => {
      const createdAt = new Date(NOW + minute * 60_000).toISOString();
      const content = { kind: 'question', name: 'Bola A.', text, answer } as const;
      const id = `${minute}1111111-1111-4111-8111-111111111111`;
      return { ...question, id, content, createdAt };
    };
    const notes = [ask(3, 'Third', null), ask(2, 'Second', null), ask(1, 'First', 'Yes.')];
    atTheConsole(replies([running], notes));
    renderAt('/', <Sessions />);
    const questions = within(await screen.findByRole('region', { name: 'Questions' }));
    const texts = questions.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringContaining('Second'),
      expect.stringContaining('Third'),
      expect.stringContaining('First'),
    ]);
  });

  it('adds a one-day session to the calendar', async () => {
    const made = atTheConsole(replies([running]));
    renderAt('/', <Sessions />);
    await screen.findByText('4 watching');
    await press('Add a session');
    await userEvent.type(await screen.findByLabelText('Name'), 'Questions');
    await userEvent.type(screen.getByLabelText('Begins (GMT)'), '17:00');
    await press('Save');
    const days = { type: 'once', day: '2026-11-23' };
    const plan = { name: 'Questions', days, minute: 1020, minutes: 60 };
    await waitFor(() => expect(posted(made)).toMatchObject([{ action: 'save', plan }]));
  });

  it('retries adding a session with the same request', async () => {
    const answers: unknown[] = [new Refused(503, 'Try again later')];
    const made = atTheConsole({
      'GET /api/admin/live': replies([running])['GET /api/admin/live'],
      'POST /api/admin/live/calendar': () =>
        answers.shift() ?? { plans: [...SPECIFIED_PLANS], ...UNCHANGED },
    });
    renderAt('/', <Sessions />);
    await screen.findByText('4 watching');
    await press('Add a session');
    await userEvent.type(await screen.findByLabelText('Name'), 'Questions');
    await userEvent.type(screen.getByLabelText('Begins (GMT)'), '17:00');
    await press('Save');
    expect(await screen.findByText('Try again later')).toBeVisible();
    await press('Save');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    const saved = posted(made);
    expect(saved).toHaveLength(2);
    expect(saved[1]).toEqual(saved[0]);
  });

  it('rejects a start in the past and sends nothing', async () => {
    const made = atTheConsole(replies([running]));
    renderAt('/', <Sessions />);
    await screen.findByText('4 watching');
    await press('Add a session');
    await userEvent.type(await screen.findByLabelText('Name'), 'Questions');
    const begins = screen.getByLabelText('Begins (GMT)');
    await userEvent.type(begins, '08:05');
    await press('Save');
    await waitFor(() =>
      expect(begins).toHaveAccessibleDescription('This time has passed. Choose a later one.'),
    );
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-22' } });
    await press('Save');
    await waitFor(() =>
      expect(screen.getByLabelText('Date')).toHaveAccessibleDescription(
        'This day has passed. Choose today or a later day.',
      ),
    );
    expect(begins).not.toHaveAccessibleDescription();
    await press('Close');
    const [, move] = screen.getAllByRole('button', { name: 'Move' });
    if (!move) throw new Error('The NYC Session can be moved');
    await userEvent.click(move);
    fireEvent.change(screen.getByLabelText('Begins (GMT)'), { target: { value: '07:00' } });
    await press('Move session');
    await waitFor(() =>
      expect(screen.getByLabelText('Begins (GMT)')).toHaveAccessibleDescription(
        'This time has passed. Choose a later one.',
      ),
    );
    expect(posted(made)).toEqual([]);
  });

  it('cancels or moves the next day of a plan', async () => {
    const made = atTheConsole(replies([running]));
    renderAt('/', <Sessions />);
    await screen.findByText('4 watching');
    const [, plan] = screen
      .getAllByRole('listitem')
      .filter((one) => within(one).queryByText('Edit'));
    if (!plan) throw new Error('The NYC Session is the second plan');
    const inPlan = within(plan);
    expect(inPlan.getByText('Mon to Fri, 13:30 GMT, 3 hours')).toBeVisible();
    expect(inPlan.getByText('Next 13:30 GMT')).toBeVisible();
    await userEvent.click(inPlan.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(inPlan.getByRole('button', { name: 'Move' }));
    await userEvent.clear(inPlan.getByLabelText('Begins (GMT)'));
    await userEvent.type(inPlan.getByLabelText('Begins (GMT)'), '15:00');
    await userEvent.click(inPlan.getByRole('button', { name: 'Move session' }));
    const day = { id: 'nyc-session', day: '2026-11-23' };
    await waitFor(() =>
      expect(posted(made)).toEqual([
        { action: 'cancel', ...day, on: true },
        { action: 'move', ...day, to: '2026-11-23', minute: 900 },
      ]),
    );
  });
});

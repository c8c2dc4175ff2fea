import type { User } from '@quantalgo/contracts/account/member';
import { toIso } from '@quantalgo/contracts/core/time';
import type { LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { AUDIENCES } from '@quantalgo/contracts/signals/signal';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { storeLiveRoom, storeNotes } from '../../../src/data/live/rows';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import PlatinumStream from '../../../src/screens/live/PlatinumStream';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { member } from '../../support/member';
import { addRefused } from '../../support/refuse';
import { renderAt, loggedInAs } from '../../support/render';

configure({ asyncUtilTimeout: 15_000 });

let ada: User;
let count = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: SLOT + 25 * 60_000 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
  ada = member({ id: `stream-${++count}`, tier: 'essential' });
  loggedInAs(ada);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const findRegion = async (name: string) => within(await screen.findByRole('region', { name }));

const show = () => renderAt('/dashboard/platinum-stream', <PlatinumStream open />);

const session = (changes: Partial<LiveSession> = {}): LiveSession => ({
  id: 'nyc-session-20261120',
  name: 'NYC Session',
  startsAt: toIso(SLOT),
  endsAt: toIso(SLOT + 180 * 60_000),
  openedAt: toIso(SLOT),
  closedAt: null,
  viewers: 3,
  countedAt: toIso(SLOT),
  seeded: false,
  ...changes,
});

const note = (id: string, minute: number, changes: Partial<LiveNote>): LiveNote => ({
  id,
  session: 'nyc-session-20261120',
  uid: null,
  content: { kind: 'note', text: 'Calm so far' },
  gone: null,
  createdAt: toIso(SLOT + minute * 60_000),
  updatedAt: toIso(SLOT + minute * 60_000),
  ...changes,
});

const keep = (sessions: LiveSession[], notes: LiveNote[] = [], silence: string | null = null) =>
  act(() =>
    withDatabase(ada.id, async (database) => {
      await storeNotes(database, notes);
      await storeLiveRoom(database, { sessions, silence });
    }),
  );

const LEVEL = { kind: 'level', pair: 'EURUSD', price: 1.0842, text: 'Yesterday’s high' } as const;

const createQuestion = (answer: string | null) =>
  ({ kind: 'question', name: 'Bola A.', text: 'Why this level?', answer }) as const;

describe('open Platinum Stream', { timeout: 60_000 }, () => {
  it('shows a placeholder on the first visit until sessions arrive', async () => {
    show();
    expect(await screen.findByLabelText('Loading sessions')).toBeVisible();
    await keep([session()]);
    expect(await screen.findByRole('heading', { name: 'NYC Session' })).toBeVisible();
    expect(screen.queryByText(/No session has been held yet/)).toBeNull();
  });

  it('shows an empty state without sample data before the first session', async () => {
    await keep([]);
    show();
    expect(screen.getByRole('heading', { level: 1, name: 'Platinum Stream' })).toBeVisible();
    expect(screen.getByText('Live Digital Options Trading Sessions')).toBeVisible();
    expect(await screen.findByText(/No session has been held yet/)).toBeVisible();
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
  });

  it('shows notes, pinned levels, questions and answers of the running session', async () => {
    const question = note('q', 12, { uid: 'bola', content: createQuestion('It held twice.') });
    await keep([session()], [note('n', 1, {}), note('l', 10, { content: LEVEL }), question]);
    show();
    const stream = await findRegion('Stream');
    expect(await screen.findByText('LIVE')).toBeVisible();
    expect(stream.getByText('3 watching')).toBeVisible();
    expect(stream.getByText('25m')).toBeVisible();
    const levels = within(stream.getByRole('list', { name: 'Pinned levels' }));
    expect(levels.getByText('EUR/USD 1.0842')).toBeVisible();
    const rows = within(stream.getByRole('list', { name: 'Notes' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Bola A\. asked.*Why this level\?HostIt held twice\.$/),
      expect.stringMatching(/^Host, level.*EUR\/USD 1\.0842Yesterday’s high$/),
      expect.stringMatching(/^Host.*Calm so far$/),
    ]);
  });

  it('queues a question asked offline', async () => {
    await keep([session()]);
    show();
    const stream = await findRegion('Stream');
    await userEvent.type(await stream.findByLabelText('Ask the host'), 'Is it too late?');
    await userEvent.click(stream.getByRole('button', { name: 'Ask' }));
    expect(await stream.findByText('Is it too late?')).toBeVisible();
    expect(stream.getByText('Your question')).toBeVisible();
    expect(stream.getByLabelText('Ask the host')).toHaveValue('');
  });

  it('sends one question on a double press', async () => {
    await keep([session()]);
    show();
    const field = await screen.findByLabelText('Ask the host');
    await userEvent.type(field, 'Is it too late?');
    const button = screen.getByRole('button', { name: 'Ask' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
  });

  it('keeps text typed while a question is being stored', async () => {
    await keep([session()]);
    show();
    const field = await screen.findByLabelText('Ask the host');
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    type('Is it too late?');
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    type('And tomorrow?');
    expect(await screen.findByText('Is it too late?')).toBeVisible();
    await act(() => readOutboxItems(ada.id));
    expect(field).toHaveValue('And tomorrow?');
  });

  it('rejects a link before sending', async () => {
    await keep([session()]);
    show();
    await userEvent.type(await screen.findByLabelText('Ask the host'), 'see t.me/there');
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(/can’t contain a link/)).toBeVisible();
  });

  it('shows why the member can’t ask instead of the field', async () => {
    await keep([session()], [], 'You can no longer post here: Advertising.');
    show();
    expect(await screen.findByText(/You can no longer post here/)).toBeVisible();
    expect(screen.queryByLabelText('Ask the host')).not.toBeInTheDocument();
  });

  it('computes performance only from the session’s signals', async () => {
    const won = aSignal(SLOT + 300_000, { settlement: aSettlement(SLOT + 300_000) });
    const running = aSignal(SLOT + 900_000);
    const before = aSignal(SLOT - 300_000, { settlement: aSettlement(SLOT - 300_000) });
    await act(() =>
      withDatabase(ada.id, async (database) => {
        await pruneToAudiences(database, AUDIENCES);
        const arrival = { receivedAt: SLOT, live: true };
        await storeSignals(database, AUDIENCES, createBatch(before, won, running), arrival, true);
      }),
    );
    await keep([session()]);
    show();
    const signals = await findRegion('Live platinum signals');
    expect(await signals.findByText('Active')).toBeVisible();
    expect(signals.getAllByRole('listitem')).toHaveLength(2);
    const performance = await findRegion("Today's Performance");
    expect(performance.getByText('Win rate').nextElementSibling).toHaveTextContent(/^100\.0%$/);
    expect(performance.getByText('Signals').nextElementSibling).toHaveTextContent(/^2$/);
    expect(performance.getByText('Session profit').nextElementSibling).toHaveTextContent('+0.8');
    expect(performance.getByText(/The win rate doesn’t count flat signals\./)).toBeVisible();
    const actions = await findRegion('Quick actions');
    expect(actions.getByRole('link', { name: /View Full Analysis/ })).toHaveAttribute(
      'href',
      '/dashboard/performance?span=20261120T1405Z-20261120T1805Z',
    );
  });

  it('keeps the notes of an ended session without a question field', async () => {
    await keep([session({ closedAt: toIso(SLOT + 20 * 60_000) })], [note('n', 1, {})]);
    show();
    const stream = await findRegion('Stream');
    expect(await stream.findByText('Calm so far')).toBeVisible();
    expect(stream.getByText('Ended')).toBeVisible();
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    expect(stream.queryByLabelText('Ask the host')).not.toBeInTheDocument();
  });

  it('opens a past session and returns to the live one', async () => {
    const before = toIso(SLOT - 6 * 60 * 60_000);
    const past = session({
      id: 'p-20261120',
      name: 'Asian Close',
      openedAt: before,
      closedAt: before,
    });
    await keep([session(), past], [note('n', 1, { session: past.id })]);
    show();
    const list = await findRegion('Past sessions');
    await userEvent.click(list.getByRole('button', { name: 'Read' }));
    const stream = await findRegion('Stream');
    expect(stream.getByText('Calm so far')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Watch live' }));
    expect(await screen.findByLabelText('Ask the host')).toBeVisible();
    expect(screen.queryByText('Calm so far')).not.toBeInTheDocument();
  });

  it('stops the clock of a session that its host never ended', async () => {
    const start = SLOT - 3 * 24 * 60 * 60_000;
    const endsAt = toIso(start + 180 * 60_000);
    await keep([session({ startsAt: toIso(start), openedAt: toIso(start), endsAt })]);
    show();
    const stream = await findRegion('Stream');
    expect(await stream.findByText('4h')).toBeVisible();
    expect(stream.getByText('Ended')).toBeVisible();
  });

  it('deletes the member’s own question at once', async () => {
    await keep(
      [session()],
      [
        note('11111111-1111-4111-8111-111111111111', 2, {
          uid: ada.id,
          content: createQuestion(null),
        }),
      ],
    );
    show();
    const stream = await findRegion('Stream');
    await userEvent.click(await stream.findByRole('button', { name: 'Delete your question' }));
    await waitFor(() => expect(stream.queryByText('Why this level?')).not.toBeInTheDocument());
  });

  it('shows the question again if its deletion was refused', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    await keep([session()], [note(id, 2, { uid: ada.id, content: createQuestion(null) })]);
    await addRefused(ada.id, { kind: 'live', action: { action: 'delete', id } }, 'No');
    show();
    const stream = await findRegion('Stream');
    expect(await stream.findByText('Why this level?')).toBeVisible();
    expect(stream.getByText('Couldn’t delete this. No')).toBeVisible();
  });

  it('labels a past session’s performance, and a seeded one as demonstration', async () => {
    const yesterday = SLOT - 24 * 60 * 60_000;
    const closedAt = toIso(yesterday + 3_600_000);
    await keep([session({ openedAt: toIso(yesterday), closedAt, seeded: true })]);
    show();
    const performance = await findRegion('Session performance');
    expect(performance.getByText('Demonstration')).toBeVisible();
    expect(screen.queryByText("Today's Performance")).not.toBeInTheDocument();
  });

  it('shows the newest thirty notes of a long session and all on request', async () => {
    const notes = Array.from({ length: 34 }, (_, minute) =>
      note(`n-${minute}`, minute, { content: { kind: 'note', text: `Note ${minute}` } }),
    );
    await keep([session()], notes);
    show();
    const stream = await findRegion('Stream');
    expect(await stream.findByText('Note 33')).toBeVisible();
    expect(stream.queryByText('Note 3')).not.toBeInTheDocument();
    await userEvent.click(stream.getByRole('button', { name: 'Show all 34 notes' }));
    expect(stream.getByText('Note 0')).toBeVisible();
  });
});

describe('locked Platinum Stream', { timeout: 60_000 }, () => {
  it('is described as text sessions on the calendar', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open={false} />);
    expect(screen.getByText(/^Live text sessions: a host’s notes and levels/)).toBeVisible();
    expect(screen.queryByText(/broadcast|every trading day/)).toBeNull();
  });

  it('shows the specified sample figures, labelled as a sample', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open={false} />);
    for (const figure of ['87%', '23', '84%', '+$2,847', '2h 34m', '312 watching'])
      expect(screen.getAllByText(figure).length).toBeGreaterThan(0);
    for (const words of ['European Open', '13:30 GMT', '1.5 hours'])
      expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Sample').length).toBeGreaterThan(0);
  });
});

describe('Platinum Stream teaser', () => {
  it('has a title, subtitle and badge, labelled as a sample', () => {
    renderAt('/dashboard/platinum-stream', <PlatinumStream open={false} />);
    const head = screen.getByRole('heading', { level: 1, name: 'Platinum Stream' });
    expect(head).toBeVisible();
    expect(screen.getByText('Live Digital Options Trading Sessions')).toBeVisible();
    expect(screen.getByText('LIVE')).toBeVisible();
    expect(screen.getAllByText('Sample')[0]).toBeVisible();
  });
});

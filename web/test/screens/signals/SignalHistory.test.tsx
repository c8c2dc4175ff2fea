import type { User } from '@quantalgo/contracts/account/member';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import type { Audience, Signal } from '@quantalgo/contracts/signals/signal';
import { act, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import SignalHistory from '../../../src/screens/signals/SignalHistory';
import { aServer, envelope } from '../../support/aServer';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

configure({ asyncUtilTimeout: 10_000 });

const AUDIENCES: Audience[] = ['basic', 'order-flow'];
const PAGE = 100;

let ada: User;
let count = 0;
/** The server's signals, newest first; null makes the server fail. */
let published: Signal[] | null;
/** Sends rows that this build can't parse. */
let isForeign: boolean;
let server: Awaited<ReturnType<typeof aServer>>;

/** Settled signals, one every `apart` ms, newest first. */
const many = (length: number, apart: number): Signal[] =>
  Array.from({ length }, (_, number) => {
    const slot = SLOT - number * apart;
    return aSignal(slot, { settlement: aSettlement(slot) });
  });

const pageBefore = (line: string): Signal[] => {
  const before = new URL(line, 'http://site').searchParams.get('before') ?? '2100-01-01T00:00:00Z';
  const older = published?.filter(({ createdAt }) => createdAt < Date.parse(before));
  return older?.slice(0, PAGE) ?? [];
};

beforeEach(async () => {
  ada = member({ id: `history-${++count}`, tier: 'essential' });
  vi.useFakeTimers({ toFake: ['Date'], now: SLOT + DAY_MS });
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  resetAuth();
  held.uid = ada.id;
  act(() => storeUser(ada));
  published = [];
  isForeign = false;
  server = await aServer(({ line }, response) => {
    if (!published) return envelope(response, { status: 500, error: 'It failed.' });
    const page = pageBefore(line.replace('GET ', ''));
    const rows = page.map((signal) => (isForeign ? {} : toApiSignal(signal, SLOT)));
    return envelope(response, { data: rows });
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    lastContact.set(null);
  });
  await server.close();
});

async function open(signals: readonly Signal[], path = '/') {
  await act(() =>
    withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, AUDIENCES);
      await storeSignals(
        database,
        AUDIENCES,
        createBatch(...signals),
        { receivedAt: SLOT, live: false },
        true,
      );
    }),
  );
  render(
    <MemoryRouter initialEntries={[path]}>
      <SignalHistory open />
    </MemoryRouter>,
  );
}

/** Matches by prefix because the age of the list may follow the count. */
const findCount = (text: string) => screen.findByText((words) => words.startsWith(text));

describe('SignalHistory', { timeout: 30_000 }, () => {
  it('lists the newest first and counts every signal stored on the device', async () => {
    await open(many(40, DAY_MS / 2));
    const list = await screen.findByRole('list', { name: 'Signals' });
    expect(within(list).getAllByRole('link')[0]).toHaveTextContent('15:10');
    expect(await findCount('40 of 40 on this device')).toBeInTheDocument();
  });

  it('reports how many signals this build can’t read', async () => {
    await open(many(40, DAY_MS / 2));
    const row = { id: 'newer', form: 'api', raw: {}, receivedAt: SLOT, live: false };
    await act(() => withDatabase(ada.id, ({ quarantine }) => quarantine.put(row)));
    const more = await screen.findByText(/1 more: update the app to see them$/);
    expect(more.parentElement).toHaveTextContent(/^40 of 40 on this device · 1 more/);
  });

  it('shows the empty state only after the server has responded', async () => {
    await open([]);
    expect(screen.queryByText(/^No signals yet/)).not.toBeInTheDocument();
    act(() => lastContact.set(SLOT));
    expect(await screen.findByText(/^No signals yet/)).toBeInTheDocument();
  });

  it('filters by the day in the link', async () => {
    await open(many(40, DAY_MS / 2), '/?day=2026-11-02');
    expect(await findCount('2 of 40 on this device')).toBeInTheDocument();
    expect(screen.getByText('2 Nov 2026')).toBeInTheDocument();
  });

  it('shows no empty result until all signals are loaded', async () => {
    await open(many(40, DAY_MS / 2), '/?day=2026-11-02');
    expect(await screen.findByText(/^Loading all signals/)).toBeInTheDocument();
    expect(screen.queryByText(/^No matching signals/)).not.toBeInTheDocument();
    expect(await findCount('2 of 40 on this device')).toBeInTheDocument();
  });

  it('filters by search words and outcome', async () => {
    await open([...many(3, SLOT_MS), aSignal(SLOT - DAY_MS, { pair: 'GBPUSD' })]);
    await findCount('4 of 4 on this device');
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'gbp call' } });
    expect(await findCount('1 of 4 on this device')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'profit' } });
    expect(await screen.findByText(/^No matching signals/)).toBeInTheDocument();
  });

  it('finds pairs and directions by other names', async () => {
    await open([...many(3, SLOT_MS), aSignal(SLOT - DAY_MS, { pair: 'XAUUSD' })]);
    await findCount('4 of 4 on this device');
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'buy gold' } });
    expect(await findCount('1 of 4 on this device')).toBeInTheDocument();
  });
});

describe('loading older signals', { timeout: 30_000 }, () => {
  it('loads page by page until every received signal is on the device', async () => {
    published = many(130, SLOT_MS);
    await open(published.slice(0, 5));
    fireEvent.click(await screen.findByRole('button', { name: 'Load older' }));
    expect(
      await screen.findByText(/^These are all the signals you’ve received/),
    ).toBeInTheDocument();
    expect(await findCount('130 of 130 on this device')).toBeInTheDocument();
    expect(server.seen).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Load older' })).not.toBeInTheDocument();
  });

  it('can be retried after a server error and keeps the loaded signals', async () => {
    const all = many(30, SLOT_MS);
    published = null;
    await open(all.slice(0, 5));
    fireEvent.click(await screen.findByRole('button', { name: 'Load older' }));
    expect(await screen.findByText(/^The server can’t be reached/)).toBeInTheDocument();
    expect(await findCount('5 of 5 on this device')).toBeInTheDocument();
    published = all;
    fireEvent.click(screen.getByRole('button', { name: 'Load older' }));
    expect(await findCount('30 of 30 on this device')).toBeInTheDocument();
  });

  it('stops requesting if a page can’t be parsed', async () => {
    published = many(130, SLOT_MS);
    isForeign = true;
    await open(published.slice(0, 5));
    fireEvent.click(await screen.findByRole('button', { name: 'Load older' }));
    expect(await screen.findByText(/^The server can’t be reached/)).toBeInTheDocument();
    expect(server.seen).toHaveLength(1);
    expect(await findCount('5 of 5 on this device')).toBeInTheDocument();
  });
});

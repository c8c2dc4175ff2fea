import type { User } from '@quantalgo/contracts/account/member';
import { getAudiences } from '@quantalgo/contracts/access/access';
import { PATHS, SIGNAL_PATH, signalPath } from '@quantalgo/contracts/core/paths';
import { type ApiSignal, toApiSignal } from '@quantalgo/contracts/signals/apiSignal';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { pruneToAudiences } from '../../../src/data/storage/signalTable';
import SignalPage from '../../../src/screens/signals/SignalPage';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { received, settled, slotAt, wonAtLevel1 } from './signals';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

configure({ asyncUtilTimeout: 5000 });

let ada: User;
let count = 0;

beforeEach(() => {
  ada = member({ id: `page-${++count}`, tier: 'essential' });
  act(() => storeUser(ada));
  resetAuth();
  held.uid = ada.id;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe = vi.fn();
      readonly disconnect = vi.fn();
    },
  );
});

afterEach(() => {
  act(() => session.set({ status: 'logged-out', reason: null }));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const SETTLED = received(0, {
  calibration: 'trend/20261119T0000Z/n8123',
  settlement: wonAtLevel1(slotAt(0)),
});

async function open(slot: string) {
  await act(() =>
    withDatabase(ada.id, ({ signals }) => signals.bulkPut([received(-1), SETTLED, received(1)])),
  );
  render(
    <MemoryRouter initialEntries={[signalPath(slot)]}>
      <Routes>
        <Route path={SIGNAL_PATH} element={<SignalPage open />} />
      </Routes>
    </MemoryRouter>,
  );
}

/** The candle before the entry, in the format of both server and device. */
const CANDLE = {
  at: new Date(slotAt(0)).toISOString(),
  open: 1.0851,
  high: 1.0856,
  low: 1.085,
  close: 1.0854,
};

describe('signal candles', () => {
  it('shows the stored candles as a table when offline', async () => {
    const fetchMock = vi.fn((_path: string) => Promise.reject(new TypeError('No connection')));
    vi.stubGlobal('fetch', fetchMock);
    await act(() =>
      withDatabase(ada.id, ({ charts }) => charts.put({ id: SETTLED.id, candles: [CANDLE] })),
    );
    await open(SETTLED.id);
    expect(await screen.findByText('The candles as a table')).toBeInTheDocument();
    const row = screen.getByRole('row', { name: /^15:10/, hidden: true });
    const cells = within(row).getAllByRole('cell', { hidden: true });
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '1.08510',
      '1.08560',
      '1.08500',
      '1.08540',
      'Entry of level 0',
    ]);
    const candleCalls = fetchMock.mock.calls.filter(([path]) => path.includes(SETTLED.id));
    expect(candleCalls).toEqual([]);
  });

  it('fetches candles once they scroll into view and retries on request', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly notify: (seen: { isIntersecting: boolean }[]) => void) {}
        readonly observe = () => this.notify([{ isIntersecting: true }]);
        readonly disconnect = vi.fn();
      },
    );
    const fetchMock = vi.fn(() => Promise.reject(new TypeError('No connection')));
    vi.stubGlobal('fetch', fetchMock);
    await open(SETTLED.id);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText(/^The candles can’t be loaded/)).toBeInTheDocument();
    const before = fetchMock.mock.calls.length;
    fireEvent.click(again);
    await waitFor(() => expect(fetchMock.mock.calls.length).toBeGreaterThan(before));
  });
});

describe('SignalPage', () => {
  it('shows no result for the opposite while only the deciding closes are stored', async () => {
    await open(SETTLED.id);
    expect(await screen.findByText('How it was settled')).toBeInTheDocument();
    expect(screen.queryByText(/The opposite/)).not.toBeInTheDocument();
  });

  it('shows what the opposite and a coin would have made once all closes are stored', async () => {
    const closes = [1.0854, 1.0852, 1.0855, 1.0855, 1.086];
    const settlement = settled({ outcome: 'profit', level: 1 }, closes, slotAt(2));
    const finished = received(2, { settlement });
    await act(() => withDatabase(ada.id, ({ signals }) => signals.put(finished)));
    await open(finished.id);
    expect(
      await screen.findAllByText(
        'The opposite, PUT, would have won at level 0. A coin wins 87.5% of the time on these candles.',
      ),
    ).not.toHaveLength(0);
  });

  it('shows the signal’s reasons and the basis of its probabilities', async () => {
    await open(SETTLED.id);
    expect(await screen.findByText('RSI 24: oversold')).toBeInTheDocument();
    expect(
      screen.getByText(/8,123 past forecasts .* turned out, up to 19 Nov 2026/),
    ).toBeInTheDocument();
  });

  it('shows how the signal was judged and links to a ticket about it', async () => {
    await open(SETTLED.id);
    expect(await screen.findByText('How it was settled')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My broker showed different prices' })).toHaveAttribute(
      'href',
      `${PATHS.support}?signal=${SETTLED.id}`,
    );
    expect(screen.getByRole('link', { name: /TradingView/ })).toBeInTheDocument();
  });

  it('links to the previous and next signals', async () => {
    await open(SETTLED.id);
    const older = await screen.findByRole('link', { name: 'Older' });
    expect(older).toHaveAttribute('href', signalPath(received(-1).id));
    const newer = screen.getByRole('link', { name: 'Newer' });
    expect(newer).toHaveAttribute('href', signalPath(received(1).id));
  });

  it('shows “Signal not found” for an invalid slot', async () => {
    await open('yesterday');
    expect(await screen.findByRole('heading', { name: 'Signal not found' })).toBeInTheDocument();
  });
});

/** Not on the device, and older than all signals that are. */
const OLD = received(-2000, { audience: 'basic' });

const toReply = (status: number, fields: Record<string, unknown>): Response =>
  Response.json(
    { success: status < 400, timestamp: new Date().toISOString(), ...fields },
    { status },
  );

const toSignalReply = (data: ApiSignal = toApiSignal(OLD, Date.now())): Response =>
  toReply(200, { data });

const catchUp = () =>
  act(() => withDatabase(ada.id, (database) => pruneToAudiences(database, getAudiences(ada))));

/** Answers each request with the next reply, then always with the last. */
function serve(...replies: readonly (() => Response | Promise<Response>)[]) {
  const fetchMock = vi.fn((_path: string) => {
    const reply = replies[fetchMock.mock.calls.length - 1] ?? replies.at(-1);
    return Promise.resolve(reply?.() ?? toReply(404, { error: 'Signal not found' }));
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

const findSignal = () => screen.findByText('RSI 24: oversold');

const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};

describe('a signal that is not on this device', () => {
  it('opens once the device is back online', async () => {
    setOnline(false);
    const fetchMock = serve(() => Promise.reject(new TypeError('No connection')), toSignalReply);
    await catchUp();
    await open(OLD.id);
    await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
    expect(await screen.findByText('It will open once you’re back online.')).toBeInTheDocument();
    setOnline(true);
    expect(await findSignal()).toBeInTheDocument();
  });

  it('shows “Signal not found” only if the server has no such signal', async () => {
    serve(() => toReply(404, { error: 'Signal not found' }));
    await catchUp();
    await open(OLD.id);
    expect(await screen.findByRole('heading', { name: 'Signal not found' })).toBeInTheDocument();
  });

  it.each([
    ['a failed request', () => toReply(500, { error: 'Failed to fetch signals' })],
    ['a rate limit', () => toReply(429, { error: 'Too many requests' })],
    ['a proxy’s page', () => new Response('<html></html>', { status: 502 })],
    ['an unreadable reply', () => toReply(200, { data: { id: 1 } })],
  ])('offers to try again after %s', async (_name, reply) => {
    serve(reply, toSignalReply);
    await catchUp();
    await open(OLD.id);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await findSignal()).toBeInTheDocument();
    expect(screen.queryByText(/back online|Signal not found/)).not.toBeInTheDocument();
  });

  it('keeps the message and the focused button while trying again', async () => {
    let reply: (response: Response) => void = () => undefined;
    const failure = 'Failed to fetch signals';
    serve(
      () => toReply(500, { error: failure }),
      () => new Promise<Response>((resolve) => (reply = resolve)),
    );
    await catchUp();
    await open(OLD.id);
    const button = await screen.findByRole('button', { name: 'Try again' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Trying again…' })).toHaveFocus();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('not on this device');
    expect(screen.getByText(failure)).toBeInTheDocument();
    reply(toReply(500, { error: failure }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toHaveFocus();
  });

  it('opens on a new device once signals can be stored', async () => {
    serve(toSignalReply);
    await open(OLD.id);
    await act(() => withDatabase(ada.id, ({ meta }) => meta.count()));
    await catchUp();
    expect(await findSignal()).toBeInTheDocument();
  });
});

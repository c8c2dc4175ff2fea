import type { User } from '@quantalgo/contracts/account/member';
import { PATHS, SIGNAL_PATH, signalPath } from '@quantalgo/contracts/core/paths';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
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

import type { User } from '@quantalgo/contracts/account/member';
import { slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { PERFORMANCE_ROW, type ReceivedSignal } from '../../../src/data/signals/useSignals';
import { storeHeartbeat } from '../../../src/data/signals/heartbeat';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { createSyncState } from '../../../src/data/sync/state';
import { syncState } from '../../../src/data/sync/freshness';
import SignalRoom from '../../../src/screens/signals/SignalRoom';
import { setZoneChoice } from '../../../src/core/zone';
import { guest, member } from '../../support/member';
import { brokeEven, ENTRY, lostAll, received, SLOT, slotAt, wonAtLevel1 } from './signals';

configure({ asyncUtilTimeout: 5000 });

/** Every test has its own member, and so its own database. */
let ada: User;
let count = 0;

const serverClock = (now: number) =>
  act(() => clockOffset.set({ offset: now - Date.now(), roundTrip: 0 }));

const streaming = (now: number) =>
  act(() => {
    lastContact.set(now);
    syncState.set({
      ...createSyncState(true),
      mode: 'streaming',
      since: now,
      heartbeat: slotStart(now),
      whole: true,
    });
  });

const store = (...signals: ReceivedSignal[]) =>
  withDatabase(ada.id, (database) => database.signals.bulkPut(signals));

const SETTLED = [
  received(-6, { settlement: wonAtLevel1(slotAt(-6)) }),
  received(-7, { settlement: lostAll(slotAt(-7)) }),
  received(-8, { settlement: brokeEven(slotAt(-8)) }),
];

async function open(now: number, ...signals: ReceivedSignal[]) {
  serverClock(now);
  streaming(now);
  if (signals.length > 0) await store(...signals);
  render(<SignalRoom />, { wrapper: MemoryRouter });
}

beforeEach(() => {
  ada = member({ id: `ada-${++count}`, tier: 'essential' });
  act(() => storeUser(ada));
});

afterEach(() => {
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
    syncState.set(createSyncState(true));
  });
});

describe('Signal Room', () => {
  it('shows the newest signal, running signals and settled signals', async () => {
    const running = received(-1, { pair: 'GBPUSD', entered: true });
    await open(ENTRY - 60_000, received(), running, ...SETTLED);
    const card = await screen.findByRole('article', { name: 'EUR/USD CALL signal' });
    expect(card).toHaveTextContent('Paper: enter at 15:10');
    expect(screen.getByText('LIVE')).toBeInTheDocument();
    const rows = screen.getByRole('heading', { name: 'Running' }).closest('section');
    expect(rows).toHaveTextContent('15:05GBP/USDCALL · level 0ends 15:10');
    for (const outcome of ['Won', 'Lost', 'Break-even'])
      expect(screen.getByText(outcome)).toBeInTheDocument();
  });

  it('keeps a signal in its entry minute beside a newer one', async () => {
    const confirmed = received(0, { entered: true });
    await open(ENTRY + 5000, received(1, { pair: 'USDJPY' }), confirmed);
    await screen.findByRole('article', { name: 'USD/JPY CALL signal' });
    const entering = screen.getByRole('list', { name: 'Signals to enter now' });
    expect(entering).toHaveTextContent(/Paper: enter now0:\d\d leftEUR\/USDCALL/);
    expect(entering).toHaveTextContent('Not above 1.08559');
  });

  it('updates the odds once the entry is confirmed', async () => {
    const restated = { entered: true, restatesOdds: true, entryOdds: 47.4 };
    await open(ENTRY + 5000, received(1, { pair: 'USDJPY' }), received(0, restated));
    const entering = await screen.findByRole('list', { name: 'Signals to enter now' });
    expect(entering).toHaveTextContent('First entry wins Now 47 in 100');
  });

  it.each([
    [undefined, /Wait: price checkdone in 0:\d\dEUR\/USDCALL/],
    [false, /Do nothingEUR\/USDCALL/],
  ])('shows the right action for a signal with confirmed = %s: %s', async (entered, words) => {
    const entering = received(0, entered === undefined ? {} : { entered });
    await open(ENTRY + 5000, received(1, { pair: 'USDJPY' }), entering);
    const list = await screen.findByRole('list', { name: 'Signals to enter now' });
    expect(list).toHaveTextContent(words);
    expect(list).not.toHaveTextContent(/enter now/i);
  });

  it('announces a new signal once, but not the signals present on load', async () => {
    await open(ENTRY - 200_000, received(-1));
    await screen.findByRole('article');
    expect(screen.queryByText(/New signal/)).not.toBeInTheDocument();
    await store(received());
    expect(
      await screen.findByText('New signal. Paper only: EUR/USD CALL, enter at 15:10 WAT'),
    ).toHaveAttribute('role', 'status');
  });

  it('shows a starter member when the next basic signal may come', async () => {
    act(() => storeUser({ ...ada, tier: 'starter' }));
    await open(SLOT + 60_000, ...SETTLED);
    expect(await screen.findByText('No signal to enter')).toBeInTheDocument();
    expect(screen.getByText(/The next signal may come at/).parentElement).toHaveTextContent(
      /may come at \d\d:\d\d WAT\. Starter members receive up to 30 signals a day/,
    );
  });

  it('expands a settled signal to the closes it was judged on', async () => {
    await open(ENTRY, ...SETTLED.map((signal) => ({ ...signal, pair: 'EURUSD' })));
    const row = (await screen.findByText('Won')).closest('li');
    if (!row) throw new Error('no row');
    await userEvent.click(within(row).getByText('EUR/USD'));
    expect(await within(row).findByRole('table')).toHaveTextContent('Level 01.085401.08520lost');
  });

  it('loads more of a long history on request', async () => {
    const many = Array.from({ length: 40 }, (_, k) =>
      received(-6 - k, { settlement: lostAll(slotAt(-6 - k)) }),
    );
    await open(ENTRY, ...many);
    expect(await screen.findByRole('link', { name: 'All 40' })).toBeInTheDocument();
    for (const visible of [10, 30, 40]) {
      await waitFor(() => expect(screen.getAllByText('Lost')).toHaveLength(visible));
      if (visible < 40) await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    }
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('names the best pair once it has enough settled signals', async () => {
    const counters = { settled: 30, won: 30, lost: 0, breakEven: 0, firstEntryWon: 20 };
    const figures = toPerformance({
      ...counters,
      confidenceSum: 2800,
      missedSlots: 0,
      rules: LADDER_RULES,
      source: 'replay',
      details: { ...EMPTY_PERFORMANCE_COUNTERS.details, byPair: { EURUSD: counters } },
    });
    await withDatabase(ada.id, (database) =>
      database.performance.put({ id: PERFORMANCE_ROW, ...figures }),
    );
    await open(ENTRY, ...SETTLED);
    const best = (await screen.findByText('Best pair')).parentElement;
    await waitFor(() => expect(best).toHaveTextContent('EUR/USD'));
  });

  it('shows the stored performance figures', async () => {
    const counters = { settled: 40, won: 30, lost: 10, breakEven: 0, firstEntryWon: 20 };
    const figures = toPerformance({
      ...counters,
      confidenceSum: 3760,
      missedSlots: 0,
      rules: LADDER_RULES,
      source: 'replay',
    });
    await withDatabase(ada.id, (database) =>
      database.performance.put({ id: PERFORMANCE_ROW, ...figures }),
    );
    await open(ENTRY, ...SETTLED);
    expect(await screen.findByText('75.0')).toBeInTheDocument();
    expect(screen.getByText(/^All signals, on replayed prices\./)).toBeInTheDocument();
  });

  it('shows a placeholder for figures that arrive after the settled signals', async () => {
    await open(SLOT + 60_000, ...SETTLED);
    await screen.findByText('Won');
    const panel = () => screen.getByRole('heading', { name: 'Performance' }).closest('section');
    expect(panel()).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Best pair').nextSibling).toHaveTextContent('Loading…');
    act(() => syncState.set(createSyncState(false)));
    expect(await screen.findByText(/Figures aren’t available on this device/)).toBeVisible();
    expect(panel()).toHaveAttribute('aria-busy', 'false');
  });

  it('says when figures appear, and shows the tips after the signals', async () => {
    await open(SLOT + 60_000);
    expect(await screen.findByText(/Figures appear here once/)).toBeVisible();
    expect(await screen.findByText('Quick tips')).toBeVisible();
  });

  it('keeps its signals when offline and shows their age', async () => {
    await open(ENTRY - 60_000, received(), ...SETTLED);
    await screen.findByRole('article');
    act(() => syncState.set({ ...createSyncState(false), mode: 'connecting' }));
    expect(await screen.findByText(/^as of 15:0\d WAT$/)).toBeInTheDocument();
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    expect(screen.getByRole('article')).toBeInTheDocument();
  });
});

describe('Signal Room while the market is closed', () => {
  const SATURDAY = Date.parse('2026-11-21T12:00:00Z');
  const OPENS = Date.parse('2026-11-22T22:00:00Z');
  const storeClosedHeartbeat = (changes: Partial<Parameters<typeof storeHeartbeat>[1]> = {}) =>
    withDatabase(ada.id, (database) =>
      storeHeartbeat(database, {
        slot: slotId(SATURDAY),
        state: 'closed',
        opensAt: OPENS,
        ...changes,
      }),
    );
  const openClosedMarket = async (...signals: ReceivedSignal[]) => {
    await storeClosedHeartbeat();
    await open(SATURDAY, ...signals);
    await screen.findByText(/There are no signals until then/);
  };

  it('shows when the market opens, without a LIVE label or the next signal time', async () => {
    await openClosedMarket(...SETTLED);
    expect(screen.getByText(/^The market opens/)).toHaveTextContent(
      'The market opens Sunday 23:00 WAT. There are no signals until then.',
    );
    expect(screen.getAllByText('1 d 10 h')).toHaveLength(2);
    expect(screen.queryByText('LIVE')).not.toBeInTheDocument();
    expect(screen.queryByText(/next/i)).not.toBeInTheDocument();
    expect(screen.queryByTestId('ring')).not.toBeInTheDocument();
  });

  it('shows the opening time without a history and when offline', async () => {
    await openClosedMarket();
    expect(screen.getByText('Initializing Signal Stream')).toBeInTheDocument();
    act(() => syncState.set({ ...createSyncState(false), mode: 'connecting' }));
    expect(screen.getByText(/^The market opens/)).toHaveTextContent('Sunday 23:00 WAT');
  });

  it('shows the opening time in the member’s time zone', async () => {
    act(() => setZoneChoice('utc'));
    await openClosedMarket(...SETTLED);
    expect(screen.getByText(/^The market opens/)).toHaveTextContent('Sunday 22:00 UTC');
    act(() => setZoneChoice('wat'));
  });

  it('resumes at the opening time without a new heartbeat', async () => {
    await openClosedMarket(...SETTLED);
    serverClock(OPENS - 1000);
    expect(await screen.findAllByText('0:01')).not.toHaveLength(0);
    serverClock(OPENS);
    streaming(OPENS);
    expect(await screen.findByText('LIVE')).toBeInTheDocument();
    expect(screen.getByText(/The next signal may come at/).parentElement).toHaveTextContent(
      '23:05 WAT',
    );
    expect(screen.queryByText(/The market opens/)).not.toBeInTheDocument();
  });

  it('reopens on a newer heartbeat and ignores an older one', async () => {
    await openClosedMarket(...SETTLED);
    await storeClosedHeartbeat({ slot: slotId(OPENS), state: 'published', opensAt: null });
    await storeClosedHeartbeat();
    expect(await screen.findByText(/The next signal may come at/)).toBeInTheDocument();
  });

  it('shows “Open 24/7” only if the member has OTC signals', async () => {
    await openClosedMarket(...SETTLED);
    expect(screen.queryByText('Open 24/7')).not.toBeInTheDocument();
    await store(received(-5, { pair: 'EURUSD-OTC', settlement: lostAll(slotAt(-5)) }));
    expect(await screen.findByText('Open 24/7')).toBeInTheDocument();
  });
});

describe('Signal Room without signals', () => {
  it('shows the initializing state without a history', async () => {
    await open(SLOT + 60_000);
    expect(await screen.findByText('Initializing Signal Stream')).toBeInTheDocument();
  });

  it('reports a failed first load without showing sample data', async () => {
    await open(SLOT + 60_000);
    act(() => {
      lastContact.set(null);
      syncState.set({ ...createSyncState(true), mode: 'polling', pollFailing: true });
    });
    expect(await screen.findByText(/couldn’t be loaded yet/)).toBeInTheDocument();
    expect(screen.getByText('Initializing Signal Stream')).toBeInTheDocument();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /History/ })).not.toBeInTheDocument();
  });

  it('shows volatility and best pair as unknown without data', async () => {
    await open(SLOT + 60_000);
    expect(await screen.findByText('Not known yet')).toBeInTheDocument();
    expect(screen.getByText('Not enough results yet')).toBeInTheDocument();
  });

  it('shows a busy placeholder without figures while loading', async () => {
    await open(SLOT + 60_000);
    act(() => {
      lastContact.set(null);
      syncState.set({ ...createSyncState(true), mode: 'connecting' });
    });
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Loading your signals' })).toHaveAttribute(
        'aria-busy',
        'true',
      ),
    );
    expect(screen.queryByText(/%/)).not.toBeInTheDocument();
  });
});

describe('locked Signal Room', () => {
  const locked = async (user: User) => {
    act(() => storeUser(user));
    await open(ENTRY - 60_000);
    expect(await screen.findByText('Unlock with funded account')).toBeInTheDocument();
  };

  it('shows guests a teaser marked as a sample', async () => {
    await locked(guest({ id: 'guest' }));
    expect(screen.getAllByText('Sample')).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Set up my account' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Contact support/ })).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('shows a teaser to members with a locked dashboard', () =>
    locked(member({ id: 'locked', tier: 'essential', dashboardUnlocked: false })));

  it('shows a teaser as soon as the server blocks the member', async () => {
    await open(ENTRY - 60_000, received());
    await screen.findByRole('article');
    act(() => syncState.set({ ...createSyncState(true), mode: 'blocked' }));
    expect(await screen.findByText('Unlock with funded account')).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });
});

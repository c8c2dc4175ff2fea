import type { User } from '@quantalgo/contracts/account/member';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { storeHeartbeat } from '../../../src/data/signals/heartbeat';
import { storeDigests } from '../../../src/data/storage/digests';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Home from '../../../src/screens/home/Home';
import { aSettlement, aSignal, createBatch, SLOT } from '../../support/aSignal';
import { member } from '../../support/member';
import { renderAt } from '../../support/render';

configure({ asyncUtilTimeout: 5000 });

const MARKET: MarketState = {
  slot: '20261120T1405Z',
  mood: 'Bearish',
  volatility: 'Medium',
  minutes: 180,
  ranges: [
    { pair: 'XAUUSD', percent: 0.81 },
    { pair: 'GBPUSD', percent: 0.4 },
    { pair: 'EURUSD', percent: 0.31 },
    { pair: 'USDJPY', percent: 0.2 },
    { pair: 'AUDUSD', percent: 0.1 },
  ],
  without: [],
};

let count = 0;
const logIn = (user: User) => {
  const id = `market-${++count}`;
  act(() => storeUser({ ...user, id }));
  return id;
};

/** A settled signal as received on this device. */
const settled = (slot: number, won: boolean) => ({
  ...aSignal(slot, {
    settlement: won
      ? aSettlement(slot)
      : { ...aSettlement(slot), outcome: 'loss' as const, level: null },
  }),
  receivedAt: slot,
  live: true,
});

const region = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => {
  act(() => clockOffset.set({ offset: SLOT - Date.now(), roundTrip: 0 }));
});
afterEach(() => {
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
  });
});

describe('next signal', () => {
  it('is the first that can still be entered, not the newest', async () => {
    const uid = logIn(member({ tier: 'essential' }));
    act(() => clockOffset.set({ offset: SLOT + 2 * MINUTE_MS - Date.now(), roundTrip: 0 }));
    await withDatabase(uid, async (database) => {
      const audiences = ['basic', 'order-flow'] as const;
      await pruneToAudiences(database, audiences);
      const signals = [aSignal(SLOT, { pair: 'USDJPY' }), aSignal(SLOT - SLOT_MS)];
      const arrival = { receivedAt: SLOT, live: false };
      await storeSignals(database, audiences, createBatch(...signals), arrival, true);
    });
    renderAt('/dashboard', <Home />);
    const card = await screen.findByRole('region', { name: 'Next signal' });
    expect(await within(card).findByText('USD/JPY')).toBeVisible();
    act(() => clockOffset.set({ offset: SLOT - MINUTE_MS - Date.now(), roundTrip: 0 }));
    expect(await within(card).findByText('EUR/USD')).toBeVisible();
  });
});

describe('market mood', () => {
  const show = async (tier: 'starter' | 'essential', market: unknown) => {
    const uid = logIn(member({ tier }));
    await withDatabase(uid, (database) =>
      storeHeartbeat(database, { slot: MARKET.slot, state: 'published', opensAt: null, market }),
    );
    renderAt('/dashboard', <Home />);
  };

  it.each(['starter', 'essential'] as const)(
    'shows a %s member the published mood and the four widest pairs',
    async (tier) => {
      await show(tier, MARKET);
      expect(await screen.findByText('Bearish')).toBeInTheDocument();
      const mood = region('Market mood');
      expect(mood.getByText('Biggest moves over 3 hours')).toBeInTheDocument();
      const assets = mood.getAllByRole('listitem').map(({ textContent }) => textContent);
      expect(assets).toEqual(['XAU/USD 0.81%', 'GBP/USD 0.40%', 'EUR/USD 0.31%', 'USD/JPY 0.20%']);
      expect(mood.queryByText(/As of/)).not.toBeInTheDocument();
      expect(screen.queryByText('Sample')).not.toBeInTheDocument();
    },
  );

  it('names pairs without data and shows its time once stale', async () => {
    await show('starter', MARKET);
    expect(await screen.findByText('Biggest moves over 3 hours')).toBeInTheDocument();
    expect(screen.queryByText(/No data for/)).not.toBeInTheDocument();
    cleanup();
    const ranges = MARKET.ranges.filter(({ pair }) => pair !== 'XAUUSD');
    await show('starter', { ...MARKET, ranges, without: ['XAUUSD'] });
    expect(await screen.findByText('No data for XAU/USD')).toBeInTheDocument();
    act(() => clockOffset.set({ offset: SLOT + DAY_MS - Date.now(), roundTrip: 0 }));
    expect(await screen.findByText(/As of 20 Nov, 15:05 WAT/)).toBeInTheDocument();
  });

  it('shows the empty state for a mood that this build can’t read', async () => {
    await show('starter', { ...MARKET, mood: 'Euphoric' });
    const message = await screen.findByText(/^No market mood yet/);
    expect(screen.getByRole('region', { name: 'Market mood' })).toContainElement(message);
  });

  it('stays empty until the server’s first response', async () => {
    logIn(member());
    renderAt('/dashboard', <Home />);
    await screen.findByRole('region', { name: 'Right so far' });
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(screen.queryByText(/^No market mood yet/)).not.toBeInTheDocument();
    act(() => lastContact.set(SLOT));
    expect(await screen.findByText(/^No market mood yet/)).toBeInTheDocument();
  });
});

describe('first-entry results', () => {
  const choose = (period: string) => act(() => screen.getByLabelText(period).click());

  it('are counted by day, week and month, without no-gos', async () => {
    const uid = logIn(member());
    const signals = [
      settled(SLOT - 10 * SLOT_MS, true),
      settled(SLOT - 20 * SLOT_MS, false),
      { ...settled(SLOT - 30 * SLOT_MS, true), entered: false },
      settled(SLOT - 2 * DAY_MS, true),
      settled(SLOT - 9 * DAY_MS, true),
      settled(SLOT - 40 * DAY_MS, false),
      aSignal(SLOT - SLOT_MS),
    ];
    await withDatabase(uid, ({ digests }) => storeDigests(digests, signals));
    renderAt('/dashboard', <Home />);
    const panel = await screen.findByRole('region', { name: 'Right so far' });
    expect(await within(panel).findByText('of 3 first entries: too few to tell.')).toBeVisible();
    expect(panel).toHaveTextContent(
      '3 signals could be entered, at your 80% payout. 4 signals so far today.',
    );
    choose('Today');
    expect(await within(panel).findByText('of 2 first entries: too few to tell.')).toBeVisible();
    choose('Month');
    expect(await within(panel).findByText('of 4 first entries: too few to tell.')).toBeVisible();
    expect(panel).not.toHaveTextContent('of 100');
  });

  it('show no figure before a signal has settled', async () => {
    logIn(member());
    act(() => lastContact.set(SLOT));
    renderAt('/dashboard', <Home />);
    const panel = await screen.findByRole('region', { name: 'Right so far' });
    expect(await within(panel).findByText('No first entry is settled yet.')).toBeVisible();
    expect(panel).not.toHaveTextContent('of 0');
  });

  it('show one rate with its break-even from thirty entries on', async () => {
    const uid = logIn(member());
    const signals = Array.from({ length: 40 }, (_, ago) =>
      settled(SLOT - (ago + 10) * SLOT_MS, ago % 2 === 0),
    );
    await withDatabase(uid, ({ digests }) => storeDigests(digests, signals));
    renderAt('/dashboard', <Home />);
    const panel = await screen.findByRole('region', { name: 'Right so far' });
    expect(await within(panel).findByText('of 100 first entries. You need 56.')).toBeVisible();
    expect(panel).toHaveTextContent(/^Right so far.*50of 100/);
    expect(panel).toHaveTextContent('Demonstration on simulated prices.');
    expect(panel).toHaveTextContent('Past results don’t guarantee future results.');
  });

  it('exclude flat entries', async () => {
    const uid = logIn(member());
    const signals = Array.from({ length: 40 }, (_, ago) => {
      const slot = SLOT - (ago + 10) * SLOT_MS;
      const signal = settled(slot, ago < 18);
      const flat = { ...aSettlement(slot), outcome: 'break-even', level: null } as const;
      return ago < 36 ? signal : { ...signal, settlement: flat };
    });
    await withDatabase(uid, ({ digests }) => storeDigests(digests, signals));
    renderAt('/dashboard', <Home />);
    const panel = await screen.findByRole('region', { name: 'Right so far' });
    expect(await within(panel).findByText('of 100 first entries. You need 56.')).toBeVisible();
    expect(panel).toHaveTextContent(/^Right so far.*50of 100/);
    expect(panel).toHaveTextContent('40 signals could be entered, 4 of them ended flat, at your');
  });
});

describe('last signals of an Essential member', () => {
  it('are the five newest with confidence and outcome', async () => {
    const uid = logIn(member({ tier: 'essential' }));
    const rows = Array.from({ length: 7 }, (_, ago) => settled(SLOT - (ago + 3) * SLOT_MS, true));
    await withDatabase(uid, ({ signals }) => signals.bulkPut(rows));
    renderAt('/dashboard', <Home />);
    const last = within(await screen.findByRole('region', { name: 'Last five' }));
    const lines = await last.findAllByRole('listitem');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toHaveTextContent(/^14:55EUR\/USDCALL· level 0 · 94\.1%Won$/);
    expect(screen.queryByRole('region', { name: 'Sample signals' })).not.toBeInTheDocument();
  });

  it('show an empty state', async () => {
    logIn(member({ tier: 'essential' }));
    act(() => lastContact.set(SLOT));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText(/^No signals yet/)).toBeInTheDocument();
  });
});

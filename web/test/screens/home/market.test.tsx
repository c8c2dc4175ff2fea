import type { User } from '@quantalgo/contracts/account/member';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { act, cleanup, configure, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { storeHeartbeat } from '../../../src/data/signals/heartbeat';
import { storeDigests } from '../../../src/data/storage/digests';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Home from '../../../src/screens/home/Home';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
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
const signIn = (user: User) => {
  const id = `market-${++count}`;
  act(() => storeUser({ ...user, id }));
  return id;
};

/** A settled signal, as this device received it. */
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
    session.set({ status: 'signed-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
  });
});

describe('the mood of the market', () => {
  const show = async (tier: 'starter' | 'essential', market: unknown) => {
    const uid = signIn(member({ tier }));
    await withDatabase(uid, (database) =>
      storeHeartbeat(database, { slot: MARKET.slot, state: 'published', opensAt: null, market }),
    );
    renderAt('/dashboard', <Home />);
  };

  it.each(['starter', 'essential'] as const)(
    'is what the publisher computed, with its time and the four widest pairs, to a %s member',
    async (tier) => {
      await show(tier, MARKET);
      expect(await screen.findByText('Bearish')).toBeInTheDocument();
      const mood = region('Market mood');
      expect(mood.getByText(/^All pairs over 3 hours, until 15:05/)).toBeInTheDocument();
      const assets = mood.getAllByRole('term').map(({ textContent }) => textContent);
      expect(assets).toEqual(['XAU/USD', 'GBP/USD', 'EUR/USD', 'USD/JPY']);
      expect(mood.getByText(/^0\.81 %/)).toBeInTheDocument();
      expect(screen.queryByText('Sample')).not.toBeInTheDocument();
    },
  );

  it('names the pairs that it is without', async () => {
    await show('starter', MARKET);
    expect(await screen.findByText(/^All pairs over 3 hours/)).toBeInTheDocument();
    cleanup();
    const ranges = MARKET.ranges.filter(({ pair }) => pair !== 'XAUUSD');
    await show('starter', { ...MARKET, ranges, without: ['XAUUSD'] });
    expect(await screen.findByText(/^All pairs but XAU\/USD over 3 hours/)).toBeInTheDocument();
  });

  it('is not invented where none came, or one that this build cannot read', async () => {
    await show('starter', { ...MARKET, mood: 'Euphoric' });
    const said = await screen.findByText(/^Nothing received yet/);
    expect(screen.getByRole('region', { name: 'Market mood' })).toContainElement(said);
  });

  it('is awaited until the server has answered for the first time', async () => {
    signIn(member());
    renderAt('/dashboard', <Home />);
    await screen.findByRole('region', { name: 'The record' });
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(screen.queryByText(/^Nothing received yet/)).not.toBeInTheDocument();
    act(() => lastContact.set(SLOT));
    expect(await screen.findByText(/^Nothing received yet/)).toBeInTheDocument();
  });
});

describe('the day of a starter member', () => {
  it('counts their signals, and the first entries that won by day, week and month', async () => {
    const uid = signIn(member());
    const signals = [
      settled(SLOT - 10 * SLOT_MS, true),
      settled(SLOT - 20 * SLOT_MS, false),
      settled(SLOT - 2 * DAY_MS, true),
      settled(SLOT - 9 * DAY_MS, true),
      settled(SLOT - 40 * DAY_MS, false),
      aSignal(SLOT - SLOT_MS),
    ];
    await withDatabase(uid, ({ digests }) => storeDigests(digests, signals));
    renderAt('/dashboard', <Home />);
    const today = region('Market today');
    expect(await today.findByText(/^1 of 2 · /)).toBeInTheDocument();
    const under = (label: string) => today.getByText(label).nextElementSibling;
    expect(under('Signals so far')).toHaveTextContent('3');
    expect(under('Accuracy today')).toHaveTextContent('50.0 %');
    expect(under('Accuracy this week')).toHaveTextContent('66.7 %');
    expect(under('Accuracy this month')).toHaveTextContent('75.0 %');
  });

  it('claims no accuracy before a signal is settled', async () => {
    signIn(member());
    renderAt('/dashboard', <Home />);
    expect(await region('Market today').findAllByText('none settled yet')).toHaveLength(3);
    expect(region('Market today').queryByText(/\d %$/)).not.toBeInTheDocument();
  });
});

describe('the last signals of an essential member', () => {
  it('are the five newest that they received, with confidence and end', async () => {
    const uid = signIn(member({ tier: 'essential' }));
    const rows = Array.from({ length: 7 }, (_, ago) => settled(SLOT - (ago + 3) * SLOT_MS, true));
    await withDatabase(uid, ({ signals }) => signals.bulkPut(rows));
    renderAt('/dashboard', <Home />);
    const last = within(await screen.findByRole('region', { name: 'Last five signals' }));
    const shown = last.getAllByRole('listitem');
    expect(shown).toHaveLength(5);
    expect(shown[0]).toHaveTextContent(/^EUR\/USDCALL· 14:55 WAT94\.1 % confidenceWon/);
    expect(screen.queryByRole('region', { name: 'Sample signals' })).not.toBeInTheDocument();
  });

  it('say that none has come, and where they will be', async () => {
    signIn(member({ tier: 'essential' }));
    act(() => lastContact.set(SLOT));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText(/^No signals yet/)).toBeInTheDocument();
  });
});

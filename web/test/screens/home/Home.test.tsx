import type { User } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, configure, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import type { ReceivedSignal } from '../../../src/data/signals/useSignals';
import { storeHeartbeat } from '../../../src/data/signals/heartbeat';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Home from '../../../src/screens/home/Home';
import { renderAt } from '../../support/render';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

/** Every test has its own member, and so its own database. */
let count = 0;
const logIn = (user: User) => {
  const stored = { ...user, id: `home-${++count}` };
  act(() => storeUser(stored));
  return stored.id;
};

const received = (slot: number, changes: Partial<ReceivedSignal> = {}): ReceivedSignal => ({
  ...aSignal(slot),
  receivedAt: slot + 1400,
  live: true,
  ...changes,
});

beforeEach(() => {
  act(() => clockOffset.set({ offset: SLOT + 2 * MINUTE_MS - Date.now(), roundTrip: 0 }));
});

afterEach(() => {
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
  });
});

describe('Control Center while the market is closed', () => {
  const OPENS = Date.parse('2026-11-22T22:00:00Z');
  const at = (now: number) =>
    act(() => clockOffset.set({ offset: now - Date.now(), roundTrip: 0 }));
  const openClosedMarket = async (...signals: ReceivedSignal[]) => {
    const uid = logIn(member());
    at(OPENS - 34 * 60 * MINUTE_MS);
    await withDatabase(uid, async (database) => {
      await database.signals.bulkPut(signals);
      await storeHeartbeat(database, { slot: '20261121T1200Z', state: 'closed', opensAt: OPENS });
    });
    act(() => lastContact.set(SLOT));
    renderAt('/dashboard', <Home />);
    return screen.findByText(/The market opens/);
  };

  it('shows the opening time until the market opens', async () => {
    const opening = await openClosedMarket(received(SLOT, { settlement: aSettlement(SLOT) }));
    expect(opening).toHaveTextContent('The market opens Sunday 23:00 WAT. No signals until then.');
    expect(screen.getByText('Market closed')).toBeInTheDocument();
    expect(screen.getByText('1 d 10 h')).toBeInTheDocument();
    at(OPENS);
    expect(await screen.findByText(/The next signal may come at/)).toBeInTheDocument();
  });

  it('promises no next signal before the market opens', async () => {
    await openClosedMarket();
    expect(screen.queryByText(/may come at/)).not.toBeInTheDocument();
    at(OPENS);
    expect(await screen.findByText(/^No signal on this device yet\. The next/)).toBeInTheDocument();
  });
});

describe('Control Center', () => {
  it.each([
    ['starter', 'Platinum Stream', true],
    ['essential', 'Platinum Stream', false],
    ['starter', 'Signal Stream', false],
  ] as const)('explains to a %s member why %s is locked: %s', (tier, locked, isExplained) => {
    logIn(member({ tier }));
    renderAt('/dashboard', <Home />, { locked });
    const notice = screen.queryByText(/is locked\. It unlocks with an Essential account/);
    expect(notice !== null).toBe(isExplained);
  });

  it('shows the newest signal with its entry time and how earlier ones ended', async () => {
    const uid = logIn(member());
    const before = SLOT - 45 * MINUTE_MS;
    await withDatabase(uid, ({ signals }) =>
      signals.bulkPut([
        received(SLOT),
        received(before, { settlement: aSettlement(before), pair: 'XAUUSD' }),
      ]),
    );
    renderAt('/dashboard', <Home />);
    const next = await screen.findByRole('region', { name: 'Next signal' });
    expect(await within(next).findByText('EUR/USD')).toBeInTheDocument();
    expect(within(next).getByText('Paper: enter at 15:10')).toBeInTheDocument();
    expect(next).toHaveTextContent('AI confidence 94.1% (coin 93.8)');
    const last = screen.getByRole('region', { name: 'Last five' });
    expect(within(last).getByText('XAU/USD')).toBeInTheDocument();
    expect(within(last).getByText('Won')).toBeInTheDocument();
  });

  it('never shows a no-go as won', async () => {
    const uid = logIn(member());
    const before = SLOT - 45 * MINUTE_MS;
    await withDatabase(uid, ({ signals }) =>
      signals.bulkPut([received(before, { settlement: aSettlement(before), entered: false })]),
    );
    renderAt('/dashboard', <Home />);
    const last = screen.getByRole('region', { name: 'Last five' });
    expect(await within(last).findByText('Would have won')).toBeInTheDocument();
    expect(last).toHaveTextContent('· no-go ·');
    expect(within(last).queryByText('Won')).not.toBeInTheDocument();
  });

  it('shows when the next signal may come if the server has none yet', async () => {
    logIn(member({ tier: 'essential' }));
    act(() => lastContact.set(SLOT + MINUTE_MS));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText(/The next signal may come at 15:10 WAT/)).toBeInTheDocument();
  });

  it('shows no claims before the first contact', () => {
    logIn(member());
    renderAt('/dashboard', <Home />);
    expect(screen.queryByText(/on this device yet/)).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Right so far' })).not.toHaveTextContent('%');
  });
});

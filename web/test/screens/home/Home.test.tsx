import type { User } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { toPerformance } from '@quantalgo/contracts/record/performance';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOffset, lastContact } from '../../../src/data/core/clock';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { PERFORMANCE_ROW, type ReceivedSignal } from '../../../src/data/signals/useSignals';
import { storeHeartbeat } from '../../../src/data/signals/heartbeat';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import Home from '../../../src/screens/home/Home';
import { renderAt } from '../../support/render';
import { aSettlement, aSignal, SLOT } from '../../support/aSignal';
import { guest, member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

/** Every test has a member, and so a database, of its own. */
let count = 0;
const signIn = (user: User) => {
  const own = { ...user, id: `home-${++count}` };
  act(() => storeUser(own));
  return own.id;
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
    session.set({ status: 'signed-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
  });
});

describe('the Control Center of a locked member', () => {
  it('leads from a broker account to an unlocked dashboard in three steps', () => {
    signIn(guest());
    renderAt('/dashboard', <Home />);
    const [steps] = screen.getAllByRole('list');
    expect(steps?.children).toHaveLength(3);
    expect(screen.getByRole('link', { name: /Open broker account/ })).toHaveAttribute(
      'href',
      'https://pocketoption.com/register?utm_source=quantalgo&click_id=QA-2MX8P',
    );
    expect(screen.getByText('QuantAlgo100')).toBeInTheDocument();
    expect(screen.getByText(/pays us when you sign up/).parentElement).toHaveTextContent(
      /Demonstration$/,
    );
    expect(screen.getByText('QA-2MX8P')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Message support/ })).toHaveAttribute(
      'href',
      'https://t.me/quantalgo_support',
    );
  });

  it('takes a proof on the page that keeps it until it has arrived', () => {
    signIn(guest());
    renderAt('/dashboard', <Home />);
    expect(screen.getByRole('link', { name: 'Link my trader ID' })).toHaveAttribute(
      'href',
      '/link-trader-id',
    );
  });

  it('asks for the dashboard code before sending none', async () => {
    signIn(guest());
    renderAt('/dashboard', <Home />);
    await userEvent.click(screen.getByRole('button', { name: 'Unlock dashboard' }));
    const field = screen.getByLabelText('Dashboard code');
    expect(field).toHaveAccessibleDescription('Please enter your dashboard code');
    expect(field).toHaveFocus();
  });

  it('says that the broker pays for the link, and what may be lost', () => {
    signIn(guest());
    renderAt('/dashboard', <Home />);
    expect(screen.getByText(/pays us when you sign up through this link/)).toBeInTheDocument();
    expect(screen.getByText(/Most traders lose money/)).toBeInTheDocument();
  });

  it('marks the claim of lower risk', () => {
    signIn(guest());
    renderAt('/dashboard', <Home />);
    expect(screen.getByText(/lower-risk/)).toHaveTextContent(
      'Opens basic, lower-risk signals (a claim: ladder and stakes are those of Essential).',
    );
  });

  it('says why one was led here from a locked screen', () => {
    signIn(guest());
    renderAt('/dashboard', <Home />, { locked: 'Signal Stream' });
    expect(screen.getByText(/Signal Stream is locked/)).toBeInTheDocument();
  });
});

describe('the Control Center while the market is closed', () => {
  const OPENS = Date.parse('2026-11-22T22:00:00Z');
  const at = (now: number) =>
    act(() => clockOffset.set({ offset: now - Date.now(), roundTrip: 0 }));
  const closed = async (...signals: ReceivedSignal[]) => {
    const uid = signIn(member());
    at(OPENS - 34 * 60 * MINUTE_MS);
    await withDatabase(uid, async (database) => {
      await database.signals.bulkPut(signals);
      await storeHeartbeat(database, { slot: '20261121T1200Z', state: 'closed', opensAt: OPENS });
    });
    act(() => lastContact.set(SLOT));
    renderAt('/dashboard', <Home />);
    return screen.findByText(/^The market opens/);
  };

  it('says when it opens beside the newest signal, until it does', async () => {
    const told = await closed(received(SLOT, { settlement: aSettlement(SLOT) }));
    expect(told).toHaveTextContent('The market opens Sunday 23:00 WAT');
    expect(screen.getByText('34:00:00')).toBeInTheDocument();
    at(OPENS);
    await waitFor(() => expect(told).not.toBeInTheDocument());
  });

  it('promises no next signal before', async () => {
    await closed();
    expect(await screen.findByText('No signal on this device yet.')).toBeInTheDocument();
    at(OPENS);
    expect(await screen.findByText(/The next one may come at/)).toBeInTheDocument();
  });
});

describe('the Control Center of a member', () => {
  it('shows the newest signal with its entry time, and how the ones before it ended', async () => {
    const uid = signIn(member());
    const before = SLOT - 45 * MINUTE_MS;
    await withDatabase(uid, ({ signals }) =>
      signals.bulkPut([
        received(SLOT),
        received(before, { settlement: aSettlement(before), pair: 'XAUUSD' }),
      ]),
    );
    renderAt('/dashboard', <Home />);
    const latest = await screen.findByRole('region', { name: 'Latest signal' });
    expect(await within(latest).findByText('EUR/USD')).toBeInTheDocument();
    expect(within(latest).getByText('Enter at 15:10 WAT')).toBeInTheDocument();
    const earlier = screen.getByRole('region', { name: 'Earlier' });
    expect(within(earlier).getByText('XAU/USD')).toBeInTheDocument();
    expect(within(earlier).getByText('Won')).toBeInTheDocument();
    expect(within(earlier).getByText('Demonstration')).toBeInTheDocument();
  });

  it('says when the next signal may come where the server has none yet', async () => {
    signIn(member({ tier: 'essential' }));
    act(() => lastContact.set(SLOT + MINUTE_MS));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText(/The next one may come at 15:10 WAT/)).toBeInTheDocument();
  });

  it('shows the record with its basis, and says that it is a demonstration', async () => {
    const uid = signIn(member());
    const record = toPerformance({
      settled: 412,
      won: 388,
      lost: 21,
      breakEven: 3,
      firstEntryWon: 211,
      confidenceSum: 412 * 93.9,
      missedSlots: 2,
      rules: LADDER_RULES,
      source: 'simulated',
    });
    await withDatabase(uid, ({ performance }) =>
      performance.put({ id: PERFORMANCE_ROW, ...record }),
    );
    renderAt('/dashboard', <Home />);
    const panel = screen.getByRole('region', { name: 'The record' });
    expect(await within(panel).findByText('51.2 %')).toBeInTheDocument();
    expect(within(panel).getByText('94.2 %')).toBeInTheDocument();
    expect(within(panel).getByText('412 settled')).toBeInTheDocument();
    expect(within(panel).getByText('2 missed slots')).toBeInTheDocument();
    expect(within(panel).getByText('Demonstration')).toBeInTheDocument();
  });

  it('claims nothing while the first contact is under way', () => {
    signIn(member());
    renderAt('/dashboard', <Home />);
    const record = screen.getByRole('region', { name: 'The record' });
    expect(record).toHaveTextContent('Win rate');
    expect(screen.queryByText(/on this device yet/)).not.toBeInTheDocument();
    expect(record).not.toHaveTextContent('%');
  });

  it('shows no figure where no record is here', async () => {
    signIn(member());
    act(() => lastContact.set(SLOT + MINUTE_MS));
    renderAt('/dashboard', <Home />);
    expect(await screen.findByText(/Not on this device yet/)).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'The record' })).not.toHaveTextContent('%');
  });
});

import type { SystemState } from '@quantalgo/contracts/console/console';
import { getSlotDay, slotId } from '@quantalgo/contracts/core/slots';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import System from '../../../src/screens/console/System';
import { renderAt } from '../../support/render';
import { atTheConsole, leaveTheConsole, Refused } from './console';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const at = '2026-11-20T08:00:00.000Z';
const NOTHING: SystemState = {
  source: 'simulated',
  heartbeat: null,
  market: null,
  publications: [],
  misses: [],
  missedLast24Hours: 0,
  overdue: [],
  off: [],
  delays: [],
  pushDelays: [],
  calibrations: [],
  ledger: null,
  countdown: { roundMs: 28_800_000, endsAt: at },
};
const RUNNING: SystemState = {
  ...NOTHING,
  heartbeat: { slot: '20261120T0800Z', state: 'missed', at, lagMs: 125_000 },
  market: { state: 'failing', problem: 'The source did not answer' },
  publications: [{ slot: '20261120T0755Z', pair: 'EURUSD', direction: 'CALL', at }],
  misses: [{ slot: '20261120T0800Z', reason: 'The source did not answer' }],
  missedLast24Hours: 3,
  delays: [{ day: '20261120', published: 96, p95Ms: 500 }],
  pushDelays: [{ day: '20261120', shown: 40, p95Ms: 2000 }],
  calibrations: [
    { strategyId: 'mean-reversion', version: 'v7', fittedAt: at, switchedOff: null },
    {
      strategyId: 'order-flow',
      version: 'v2',
      fittedAt: at,
      switchedOff: { since: at, reason: 'It wins no more than a coin' },
    },
  ],
  ledger: { ledgerId: 'genesis', seq: 812, hash: 'abc123', at },
};
const hours = () => screen.getByLabelText('Length of the new round (hours)');
const begin = () => userEvent.click(screen.getByRole('button', { name: 'Start a new round' }));

afterEach(leaveTheConsole);

describe('system state', () => {
  it('shows publications, misses, delays, switched-off strategies and the ledger head', async () => {
    atTheConsole({ 'GET /api/admin/system': () => RUNNING });
    renderAt('/', <System />);
    expect(await screen.findByText('125 s late')).toBeVisible();
    expect(screen.getByText('Missed')).toBeVisible();
    expect(screen.getByRole('table', { name: 'Recent publications' })).toHaveTextContent('EUR/USD');
    expect(screen.getByRole('table', { name: 'Recent misses' })).toHaveTextContent(
      'The source did not answer',
    );
    const delays = screen.getByRole('table', { name: 'Delays by UTC day' });
    expect(delays).toHaveTextContent(/2026-11-20.*96.*500 ms.*40.*2 s/);
    expect(screen.getByText('1 switched off')).toBeVisible();
    expect(screen.getByText(/It wins no more than a coin/)).toBeVisible();
    expect(screen.getByText('#812')).toBeVisible();
  });

  it('doesn’t warn of automatic approval, which is off by default', async () => {
    atTheConsole({ 'GET /api/admin/system': () => ({ ...RUNNING, off: ['approve-matches'] }) });
    renderAt('/', <System />);
    const notice = (await screen.findByText(/^Off: approve-matches\./)).closest('[role=status]');
    expect(notice).toBeVisible();
    expect(notice).not.toHaveClass('bg-amber-bg');
  });

  it('shows as today’s only the figures of this UTC day', async () => {
    const today = { day: getSlotDay(slotId(Date.now())), p95Ms: 700 };
    const system = {
      ...RUNNING,
      delays: [{ ...today, published: 12 }, ...RUNNING.delays],
    };
    atTheConsole({ 'GET /api/admin/system': () => system });
    renderAt('/', <System />);
    expect((await screen.findByText('12 published today')).parentElement).toHaveTextContent(
      '700 ms',
    );
    expect(screen.getByText('0 shown today').parentElement).toHaveTextContent('–');
  });

  it('lists features switched off by command beside calibrations switched off', async () => {
    atTheConsole({
      'GET /api/admin/system': () => ({ ...RUNNING, off: ['push', 'mean-reversion'] }),
    });
    renderAt('/', <System />);
    const notice = (await screen.findByText(/^Off: push, mean-reversion\./)).closest(
      '[role=status]',
    );
    expect(notice).toHaveClass('bg-amber-bg');
    expect(screen.getByText('2 switched off')).toBeVisible();
    expect(screen.queryByText('On')).toBeNull();
  });

  it('lists overdue work with its member and start', async () => {
    const overdue = [
      { what: 'Inspection of a proof', id: 'p-1', userId: 'u-1', owner: 'Ada Obi', since: at },
      { what: 'Notification to many', id: 'n-1', userId: null, owner: null, since: at },
    ];
    atTheConsole({ 'GET /api/admin/system': () => ({ ...RUNNING, overdue }) });
    renderAt('/', <System />);
    const list = await screen.findByRole('list', { name: 'Overdue' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Inspection of a proof · Ada Obi.*p-1$/);
    expect(second).toHaveTextContent(/^Notification to many.*n-1$/);
  });

  it('shows empty states before anything has run', async () => {
    atTheConsole({ 'GET /api/admin/system': () => NOTHING });
    renderAt('/', <System />);
    expect(await screen.findByText('Nothing has been published yet.')).toBeVisible();
    expect(screen.getByText('No slot was missed.')).toBeVisible();
    expect(screen.getByText('The ledger has no entries yet.')).toBeVisible();
    expect(screen.getByText('8 hours')).toBeVisible();
  });

  it('shows a load error and retries on request', async () => {
    let requests = 0;
    atTheConsole({
      'GET /api/admin/system': () => {
        requests += 1;
        return requests === 1 ? new Refused(500, 'Out of order') : NOTHING;
      },
    });
    renderAt('/', <System />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Out of order');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The ledger has no entries yet.')).toBeVisible();
  });
});

describe('countdown reset', () => {
  it('requires confirmation and a valid number of hours', async () => {
    const made = atTheConsole({
      'GET /api/admin/system': () => NOTHING,
      'POST /countdown/reset': () => ({
        timeFormatted: { hours: '12', minutes: '00', seconds: '00' },
        endsAt: at,
      }),
    });
    renderAt('/', <System />);
    await userEvent.clear(await screen.findByLabelText('Length of the new round (hours)'));
    await userEvent.type(hours(), '0');
    await begin();
    expect(hours()).toHaveAccessibleDescription('Please enter a number of hours from 0.1 to 720');
    await userEvent.clear(hours());
    await userEvent.type(hours(), '1,125');
    await begin();
    expect(hours()).toHaveAccessibleDescription('Is this 1125 or 1.125? Write 1125 or 1.125.');
    await userEvent.clear(hours());
    await userEvent.type(hours(), '12,5');
    await begin();
    expect(made.some(({ line }) => line.startsWith('POST'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Start round' }));
    await waitFor(() =>
      expect(made.find(({ line }) => line.startsWith('POST'))?.body).toEqual({
        roundMs: 45_000_000,
      }),
    );
  });
});

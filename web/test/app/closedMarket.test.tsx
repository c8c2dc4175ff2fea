import { act, configure, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Header } from '../../src/app/shell/Header';
import { Cadence } from '../../src/app/shell/Shell';
import { clockOffset, lastContact } from '../../src/data/core/clock';
import { session, storeUser } from '../../src/data/auth/currentSession';
import { storeHeartbeat } from '../../src/data/signals/heartbeat';
import { withDatabase } from '../../src/data/storage/memberDatabase';
import { syncState } from '../../src/data/sync/freshness';
import { createSyncState } from '../../src/data/sync/state';
import LiveCounter from '../../src/screens/network/LiveCounter';
import { member } from '../support/member';
import { renderAt } from '../support/render';

configure({ asyncUtilTimeout: 5000 });

const SATURDAY = Date.parse('2026-11-21T12:01:00Z');
const OPENS = Date.parse('2026-11-22T22:00:00Z');

let count = 0;
let ada = member();

/** Makes the stream live at `now` (epoch ms). */
const live = (now: number) =>
  act(() => {
    clockOffset.set({ offset: now - Date.now(), roundTrip: 0 });
    lastContact.set(now);
    syncState.set({
      ...createSyncState(true),
      mode: 'streaming',
      since: now,
      heartbeat: now,
      whole: true,
    });
  });

const fill = () =>
  [...screen.getByTestId('cadence').querySelectorAll<HTMLElement>('[style]')].map(
    ({ style }) => style.transform,
  );

beforeEach(async () => {
  ada = member({ id: `closed-${++count}` });
  act(() => storeUser(ada));
  live(SATURDAY);
  await withDatabase(ada.id, (database) =>
    storeHeartbeat(database, { slot: '20261121T1200Z', state: 'closed', opensAt: OPENS }),
  );
});

afterEach(() => {
  act(() => {
    session.set({ status: 'logged-out', reason: null });
    clockOffset.set(null);
    lastContact.set(null);
    syncState.set(createSyncState(true));
  });
});

describe('app shell while the market is closed', () => {
  it('shows the opening time instead of Live, and Live again once the market opens', async () => {
    renderAt('/dashboard', <Header member={ada} />);
    expect(await screen.findByText('Closed')).toBeInTheDocument();
    expect(screen.getByText('until Sun 23:00 WAT')).toBeInTheDocument();
    expect(screen.queryByText('Live')).not.toBeInTheDocument();
    live(OPENS);
    expect(await screen.findAllByText('Live')).not.toHaveLength(0);
    expect(screen.queryByText('Closed')).not.toBeInTheDocument();
  });

  it('shows the opening time offline', async () => {
    act(() => syncState.set({ ...createSyncState(false), mode: 'connecting' }));
    renderAt('/dashboard', <Header member={ada} />);
    expect(await screen.findByText('opens Sun 23:00 WAT')).toBeInTheDocument();
  });

  it('keeps the slot progress bar empty until the market opens', async () => {
    render(<Cadence />);
    await waitFor(() => expect(new Set(fill())).toEqual(new Set(['scaleX(0)'])));
    live(OPENS + 150_000);
    await waitFor(() => expect(fill()[1]).toBe('scaleX(1)'));
  });

  it('shows the opening time instead of the next slot in the community counter', async () => {
    renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText(/The market opens Sunday 23:00 WAT/)).toBeInTheDocument();
    expect(screen.queryByText(/five-minute slot/)).not.toBeInTheDocument();
  });
});

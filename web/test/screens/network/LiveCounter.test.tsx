import { presenceEndpoints } from '@quantalgo/contracts/network/presenceEndpoints';
import { act, configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSeed } from '../../../src/data/core/sampleSteps';
import { storeLastSeenAt } from '../../../src/data/network/myself';
import LiveCounter from '../../../src/screens/network/LiveCounter';
import { envelope, aServer } from '../../support/aServer';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

configure({ asyncUtilTimeout: 5000 });

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

describe('live counter for a locked member', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts at 1,247, changes every five seconds by its seed, and can be paused', () => {
    act(() => sampleSeed.set(7));
    renderAt('/dashboard/live', <LiveCounter />);
    expect(screen.getByText('1,247')).toBeInTheDocument();
    pass(4999);
    expect(screen.getByText('1,247')).toBeInTheDocument();
    pass(1);
    expect(screen.getByText('1,248')).toBeInTheDocument();
    pass(25_000);
    expect(screen.getByText('1,250')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Pause updates' }).click());
    pass(60_000);
    expect(screen.getByText('1,250')).toBeInTheDocument();
  });

  it('is labelled as a sample', () => {
    renderAt('/dashboard/live', <LiveCounter />);
    expect(screen.getByText('Sample')).toBeInTheDocument();
    expect(
      screen.getByText(/Members with an unlocked dashboard see the real count/),
    ).toBeInTheDocument();
  });
});

const FIGURES = { online: 41, signals: 212, devices: 1380, posts: 17 };

describe('live counter for an unlocked member', () => {
  afterEach(() => {
    loggedInAs(null);
    resetAuth();
  });

  it('shows the server’s count with its time and keeps it on the device', async () => {
    const server = await aServer((_, response) =>
      envelope(response, { data: { figures: FIGURES, countedAt: '2026-11-20T13:05:00.000Z' } }),
    );
    held.uid = 'counter-1';
    loggedInAs(member({ id: 'counter-1' }));
    const { unmount } = renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText('41')).toBeInTheDocument();
    for (const [label, value] of [
      ['Signals today', '212'],
      ['Devices reached', '1,380'],
      ['Posts today', '17'],
    ] as const)
      expect(screen.getByText(label).nextElementSibling).toHaveTextContent(value);
    expect(screen.getByText(/^Counted at 14:05 WAT\./)).toBeInTheDocument();
    expect(screen.queryByText('Sample')).not.toBeInTheDocument();
    unmount();
    await server.close();
    renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText('41')).toBeInTheDocument();
  });

  it('hides counts that are too low', async () => {
    const server = await aServer((_, response) =>
      envelope(response, {
        data: {
          figures: { ...FIGURES, devices: 0, posts: 2 },
          countedAt: '2026-11-20T13:05:00.000Z',
        },
      }),
    );
    held.uid = 'counter-low';
    loggedInAs(member({ id: 'counter-low' }));
    renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText('212')).toBeInTheDocument();
    for (const label of ['Devices reached', 'Posts today'])
      expect(screen.queryByText(label)).not.toBeInTheDocument();
    await server.close();
  });

  it('shows an empty state without a count', async () => {
    held.uid = 'counter-2';
    loggedInAs(member({ id: 'counter-2' }));
    renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText(/^Not counted yet/)).toBeInTheDocument();
    expect(screen.queryByText('1,247')).not.toBeInTheDocument();
  });

  it('includes the member even if the count predates their visit', async () => {
    const server = await aServer((_, response) =>
      envelope(response, {
        data: { figures: { ...FIGURES, online: 0 }, countedAt: '2026-11-20T13:05:00.000Z' },
      }),
    );
    held.uid = 'counter-3';
    loggedInAs(member({ id: 'counter-3' }));
    renderAt('/dashboard/live', <LiveCounter />);
    expect(await screen.findByText('members online right now')).toBeInTheDocument();
    expect(await screen.findByText('0')).toBeInTheDocument();
    await storeLastSeenAt('counter-3');
    expect(await screen.findByText('member online right now')).toBeInTheDocument();
    expect(screen.getByText('1')).toBeInTheDocument();
    await server.close();
  });

  it('reports presence once per member and counts them online', async () => {
    const countedAt = '2026-11-20T13:05:00.000Z';
    const presenceLine = `POST ${presenceEndpoints.bePresent.path}`;
    const server = await aServer(({ line }, response) => {
      const isPresence = line === presenceLine;
      const figures = { ...FIGURES, online: 0 };
      envelope(response, { data: isPresence ? { online: 0, countedAt } : { figures, countedAt } });
    });
    for (const [before, id] of ['counter-4', 'counter-5'].entries()) {
      held.uid = id;
      loggedInAs(member({ id }));
      const { unmount } = renderAt('/dashboard/live', <LiveCounter />);
      expect(await screen.findByText('member online right now')).toBeInTheDocument();
      expect(screen.getByText('1')).toBeInTheDocument();
      expect(server.seen.filter(({ line }) => line === presenceLine)).toHaveLength(before + 1);
      unmount();
    }
    await server.close();
  });
});

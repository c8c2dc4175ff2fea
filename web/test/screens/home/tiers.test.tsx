import type { User } from '@quantalgo/contracts/account/member';
import { act, configure, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleSeed } from '../../../src/data/core/sampleSteps';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import Home from '../../../src/screens/home/Home';
import { renderAt } from '../../support/render';
import { guest, member } from '../../support/member';

configure({ asyncUtilTimeout: 5000 });

let count = 0;
const show = (user: User) => {
  act(() => storeUser({ ...user, id: `tiers-${++count}` }));
  renderAt('/dashboard', <Home />);
};
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));
const calls = () =>
  region('What members see')
    .getAllByRole('listitem')
    .slice(0, 3)
    .map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  act(() => sampleSeed.set(7));
});
afterEach(() => {
  vi.useRealTimers();
  act(() => session.set({ status: 'logged-out', reason: null }));
});

describe('guest home', () => {
  it('shows the activation first, then the tier and signal allowance', () => {
    show(guest());
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Activate your account');
    expect(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeInTheDocument();
    expect(screen.getByText('Guest Tier')).toBeInTheDocument();
    expect(screen.getByText('0 / 0')).toBeInTheDocument();
    for (const name of ['Upgrade for more signals', 'Compare tiers'])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/dashboard/upgrade');
  });

  it('previews three expired sample signals, the mood and volatile assets', () => {
    show(guest());
    expect(calls()).toHaveLength(3);
    for (const [index, start] of ['EUR/USDCALL', 'GBP/USDPUT', 'USD/JPYCALL'].entries())
      expect(calls()[index]).toMatch(
        new RegExp(`^${start}\\d\\d:\\d\\d – \\d\\d:\\d\\d WAT\\d\\d% confidence$`),
      );
    expect(
      region('What members see').getByText(/their entry windows have closed\.$/),
    ).toBeInTheDocument();
    expect(region('What members see').getByText('Sample')).toBeInTheDocument();
    expect(region('What members see').getByText('Bullish')).toBeInTheDocument();
    expect(region('What members see').getByText('High-volatility assets')).toBeInTheDocument();
  });

  it('refreshes every 15 seconds until paused', () => {
    show(guest());
    const before = calls();
    act(() => void vi.advanceTimersByTime(14_999));
    expect(calls()).toEqual(before);
    act(() => void vi.advanceTimersByTime(1));
    expect(calls()).not.toEqual(before);
    act(() => void vi.advanceTimersByTime(15_000));
    expect(region('What members see').getByText('Bearish')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Pause updates' }).click());
    const stopped = calls();
    act(() => void vi.advanceTimersByTime(150_000));
    expect(calls()).toEqual(stopped);
  });

  it('shows the tier allowance of a member with a locked dashboard', () => {
    show(member({ dashboardUnlocked: false }));
    expect(screen.getByText('0 / 30')).toBeInTheDocument();
  });
});

describe('Essential home', () => {
  it('links to the signals and the community chat', () => {
    show(member({ tier: 'essential' }));
    expect(screen.getByRole('link', { name: 'Open Signal Stream' })).toHaveAttribute(
      'href',
      '/dashboard/signals',
    );
    expect(screen.getByRole('link', { name: /Join the trading chat/ })).toHaveAttribute(
      'href',
      'https://t.me/quantalgo',
    );
  });

  it('links to four features', () => {
    show(member({ tier: 'essential' }));
    const tiles = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
      .filter((href) => /platinum|essential-room|community|mentorship/.test(href ?? ''));
    expect(tiles).toHaveLength(4);
  });
});

describe('Starter home', () => {
  it('links to the rooms available to Starter members', () => {
    show(member({ tier: 'starter' }));
    const rooms = region('Your rooms');
    expect(rooms.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/community',
      '/dashboard/mentorship',
    ]);
    expect(screen.queryByText('Join the trading chat')).not.toBeInTheDocument();
  });
});

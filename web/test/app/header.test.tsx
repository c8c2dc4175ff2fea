import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LockCountdown } from '../../src/app/shell/LockCountdown';
import { Header } from '../../src/app/shell/Header';
import { guest, member } from '../support/member';
import { renderAt } from '../support/render';

const NOW = Date.parse('2026-11-20T13:07:32Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Header', () => {
  it('greets by first name, with the status badge and the community link', () => {
    renderAt('/dashboard', <Header member={member()} />);
    expect(screen.getByText('Welcome back, Ada')).toBeInTheDocument();
    expect(screen.getByText('Active')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Join Telegram/ })).toHaveAttribute(
      'href',
      'https://t.me/quantalgo',
    );
  });

  it('shows a locked member Pending and the time, without a freshness pill', () => {
    renderAt('/dashboard', <Header member={guest()} />);
    expect(screen.getByText('Pending')).toBeInTheDocument();
    expect(screen.getByText('14:07:32 WAT')).toBeInTheDocument();
    expect(within(screen.getByRole('banner')).queryByRole('status')).not.toBeInTheDocument();
  });
});

describe('LockCountdown', () => {
  const getTimeLeft = (lockExpiresAt: string | null) => {
    render(<LockCountdown member={guest({ lockExpiresAt })} />);
    const words = screen.getByText('Unlock to prevent loss of access to dashboard');
    expect(words.closest('div')).toHaveClass('text-put');
    expect(screen.getByText(/^Only the countdown ends/)).toBeInTheDocument();
    return screen.getByText(/^\d\d:\d\d:\d\d$/).textContent;
  };

  it('counts down to the end of the lock and explains that only the countdown ends', () => {
    expect(getTimeLeft('2026-11-21T12:22:24.000Z')).toBe('23:14:52');
  });

  it('stays at zero after the end', () => {
    expect(getTimeLeft('2026-11-20T13:07:31.000Z')).toBe('00:00:00');
  });

  it('counts 24 hours from page load if the end is unknown', () => {
    expect(getTimeLeft(null)).toBe('24:00:00');
  });
});

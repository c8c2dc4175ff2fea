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

describe('the header', () => {
  it('welcomes by first name, with badge and the way to the community', () => {
    renderAt('/dashboard', <Header member={member()} />);
    expect(screen.getByText('Welcome back, Ada')).toBeInTheDocument();
    expect(screen.getByText('Active')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Join Telegram/ })).toHaveAttribute(
      'href',
      'https://t.me/quantalgo',
    );
  });

  it('says Pending to whoever is locked, and nothing of freshness', () => {
    renderAt('/dashboard', <Header member={guest()} />);
    expect(screen.getByText('Pending')).toBeInTheDocument();
    expect(screen.getByText('14:07:32 WAT')).toBeInTheDocument();
    expect(within(screen.getByRole('banner')).queryByRole('status')).not.toBeInTheDocument();
  });
});

describe('the lock countdown', () => {
  const left = (lockExpiresAt: string | null) => {
    render(<LockCountdown member={guest({ lockExpiresAt })} />);
    const words = screen.getByText('Unlock to prevent loss of access to dashboard');
    expect(words.closest('div')).toHaveClass('text-put');
    expect(screen.getByText(/^Only the countdown ends/)).toBeInTheDocument();
    return screen.getByText(/^\d\d:\d\d:\d\d$/).textContent;
  };

  it('counts down to the end of the lock, and says what ends', () => {
    expect(left('2026-11-21T12:22:24.000Z')).toBe('23:14:52');
  });

  it('stands at zero once that is past', () => {
    expect(left('2026-11-20T13:07:31.000Z')).toBe('00:00:00');
  });

  it('counts 24 hours from the load where the end is not known', () => {
    expect(left(null)).toBe('24:00:00');
  });
});

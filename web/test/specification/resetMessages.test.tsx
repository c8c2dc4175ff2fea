import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ResetScreen from '../../src/screens/auth/ResetScreen';
import { renderAt, loggedInAs } from '../support/render';
import { accepts, answer, isUnreachable, refuses, refusesFor } from './answers';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const newLink = () => screen.getByRole('link', { name: 'Request New Link' });

beforeEach(() => {
  loggedInAs(null);
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answer.mockReset();
});

describe('§8 Error catalogue: screen messages of the reset', () => {
  describe('Reset', () => {
    const fillIn = async () => {
      accepts({ email: 'ada@quantalgo.test' });
      renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
      await screen.findByText('ada@quantalgo.test');
      type('New Password', 'Trader2027');
      type('Confirm New Password', 'Trader2027');
    };

    it.each([
      [
        () => refuses({ message: 'Invalid or expired reset token' }),
        'Invalid or expired reset token',
      ],
      [() => refuses(), 'Failed to reset password'],
      [isUnreachable, UNEXPECTED],
    ])('shows why the password was not reset (%#)', async (happens, words) => {
      await fillIn();
      happens();
      press('Reset password');
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
    });
  });

  it.each([
    ['the server is unreachable', isUnreachable],
    ['the server is down', () => refuses({}, 503)],
    ['the server is down and sends an empty error', () => refuses({ error: '' }, 503)],
  ])('Token check: offers to retry a link if %s', async (_, arrange) => {
    arrange();
    renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to verify reset token');
    expect(newLink()).toHaveAttribute('href', '/forgot-password');
    accepts({ email: 'ada@quantalgo.test' });
    press('Try again');
    expect(await screen.findByText('ada@quantalgo.test')).toBeVisible();
  });

  it('Token check: waits for the server’s Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    refusesFor(60, 'Too many attempts');
    renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
    expect(newLink()).toBeVisible();
    accepts({ email: 'ada@quantalgo.test' });
    fireEvent.click(screen.getByRole('button', { name: /^Try again in/ }));
    expect(answer).toHaveBeenCalledOnce();
    vi.setSystemTime(Date.now() + 61_000);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 }));
    expect(await screen.findByText('ada@quantalgo.test')).toBeVisible();
  });

  it('Token check: offers to retry a code if the server is unreachable', async () => {
    renderAt('/reset-password', <ResetScreen />);
    isUnreachable();
    type('Code from the email', 'abcdefgh');
    press('Use this code');
    expect(await screen.findByText('Failed to verify reset token')).toBeVisible();
    accepts({ email: 'ada@quantalgo.test' });
    press('Try again');
    expect(await screen.findByText('ada@quantalgo.test')).toBeVisible();
  });

  it('Token check: explains a missing token and an invalid link', async () => {
    const { unmount } = renderAt('/reset-password', <ResetScreen />);
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid or missing reset token');
    unmount();
    refuses({ error: '' });
    renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This password reset link is invalid or has expired.',
    );
    expect(newLink()).toHaveAttribute('href', '/forgot-password');
  });
});

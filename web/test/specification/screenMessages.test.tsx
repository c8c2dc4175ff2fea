import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePendingSignUp } from '../../src/data/auth/pendingRegistration';
import { DashboardCode } from '../../src/screens/home/Checklist';
import ActivateScreen from '../../src/screens/auth/ActivateScreen';
import SignUpScreen from '../../src/screens/auth/SignUpScreen';
import LoginScreen from '../../src/screens/auth/LoginScreen';
import ForgotScreen from '../../src/screens/auth/ForgotScreen';
import ResetScreen from '../../src/screens/auth/ResetScreen';
import { renderAt, loggedInAs } from '../support/render';
import { held, resetAuth } from '../support/fakeAuth';
import { guest } from '../support/member';
import { answer, isForeign, isUnreachable, refuses, refusesFor } from './answers';

vi.mock('../../src/data/auth/idTokens', () => import('../support/fakeAuth'));

const NETWORK = 'Network error. Please check your connection and try again.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

interface Case {
  readonly path: string;
  readonly screen: ReactNode;
  /** Fills the form in and sends it. */
  readonly send: () => void;
  /** Messages if the server rejects without a message, and if it is unreachable. */
  readonly fallback: string;
  readonly unanswered: string;
}

const CASES: Record<string, Case> = {
  Signup: {
    path: '/signup?step=details',
    screen: <SignUpScreen />,
    send: () => {
      type('Full name', 'Ada Obi');
      type('Email', 'ada@quantalgo.test');
      type('Country', 'Nigeria');
      type('Phone', '+234 801 234 5678');
      type('Password', 'Trader2026');
      press('Send my code');
    },
    fallback: 'Registration failed. Please try again.',
    unanswered: NETWORK,
  },
  'Confirm (signup step)': {
    path: '/signup?step=confirm',
    screen: <SignUpScreen />,
    send: () => {
      type('Confirmation code', 'abc2345');
    },
    fallback: 'Invalid confirmation code',
    unanswered: NETWORK,
  },
  Login: {
    path: '/login',
    screen: <LoginScreen />,
    send: () => {
      type('Email', 'ada@quantalgo.test');
      type('Password', 'Trader2026');
      press('Log in');
    },
    fallback: 'Login failed',
    unanswered: 'Login failed. Please try again.',
  },
  'Forgot password': {
    path: '/forgot-password',
    screen: <ForgotScreen />,
    send: () => {
      type('Email', 'ada@quantalgo.test');
      press('Send Reset Link');
    },
    fallback: 'Failed to send reset email',
    unanswered: UNEXPECTED,
  },
  'Token check': {
    path: '/reset-password?token=abcdefgh',
    screen: <ResetScreen />,
    send: () => undefined,
    fallback: 'Invalid or expired reset token',
    unanswered: 'Failed to verify reset token',
  },
  Activate: {
    path: '/activate',
    screen: <ActivateScreen />,
    send: () => {
      type('Email', 'ada@quantalgo.test');
      type('Confirmation code', 'abc2345');
    },
    fallback: 'Confirmation failed',
    unanswered: 'Confirmation failed. Please try again.',
  },
  'Another code': {
    path: '/activate',
    screen: <ActivateScreen />,
    send: () => {
      act(() =>
        storePendingSignUp({ email: 'ada@quantalgo.test', sentAt: Date.now() - 2 * MINUTE_MS }),
      );
      press('Send a new code');
    },
    fallback: 'Failed to send activation email',
    unanswered: NETWORK,
  },
  'Dashboard code': {
    path: '/dashboard',
    screen: <DashboardCode />,
    send: () => {
      loggedInAs(guest());
      held.uid = guest().id;
      type('Dashboard code', 'abcdefgh');
      press('Unlock dashboard');
    },
    fallback: 'Dashboard code validation failed',
    unanswered: NETWORK,
  },
};

beforeEach(() => {
  resetAuth();
  loggedInAs(null);
  storePendingSignUp({ email: 'ada@quantalgo.test', sentAt: Date.now() });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
});

describe('§8 Error catalogue: screen messages', () => {
  const open = ({ path, screen: ui, send }: Case) => {
    renderAt(path, ui);
    send();
    return screen.findByRole('alert');
  };

  describe.each(Object.entries(CASES))('%s', (_, one) => {
    it.each(['error', 'message'])('shows the server’s message in %s', async (field) => {
      refuses({ [field]: 'The server said so' });
      expect(await open(one)).toHaveTextContent(/^The server said so$/);
    });

    it(`shows '${one.fallback}' if the server sends no message`, async () => {
      refuses();
      expect(await open(one)).toHaveTextContent(one.fallback);
    });

    it.each([
      ['API Error: Bad Gateway', 502, 'Bad Gateway', '<h1>Bad Gateway</h1>'],
      ['API Error: 503', 503, '', ''],
    ])("shows '%s' for another server’s response", async (words, status, statusText, page) => {
      isForeign(status, statusText, page);
      expect(await open(one)).toHaveTextContent(words);
    });

    it(`shows '${one.unanswered}' if the server is unreachable`, async () => {
      isUnreachable();
      expect(await open(one)).toHaveTextContent(one.unanswered);
    });
  });

  it('counts down the server’s Retry-After and sends nothing until then', async () => {
    refusesFor(125, 'Too many attempts. Please try again in 3 minutes.');
    renderAt('/login', <LoginScreen />);
    type('Email', 'ada@quantalgo.test');
    type('Password', 'Trader2026');
    press('Log in');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Too many attempts. Please try again in 3 minutes.',
    );
    press(screen.getByRole('button', { name: /^Try again in 2:0\d$/ }).textContent);
    expect(answer).toHaveBeenCalledOnce();
  });
});

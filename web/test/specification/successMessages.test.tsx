import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePendingSignUp } from '../../src/data/auth/pendingRegistration';
import ActivateScreen from '../../src/screens/auth/ActivateScreen';
import SignUpScreen from '../../src/screens/auth/SignUpScreen';
import ForgotScreen from '../../src/screens/auth/ForgotScreen';
import ResetScreen from '../../src/screens/auth/ResetScreen';
import { aUser } from '../support/aUser';
import { resetAuth } from '../support/fakeAuth';
import { renderAt, loggedInAs } from '../support/render';
import { accepts, answer } from './answers';
import { holdTime, leadsOn } from './leadsOn';

vi.mock('../../src/data/auth/idTokens', () => import('../support/fakeAuth'));

const CONFIRMED = 'Account confirmed successfully! Redirecting to trader ID setup...';

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const here = () => screen.getByTestId('here');
const opensSession = () =>
  accepts({ token: 't', customToken: 'custom-ada', user: aUser(), logoutProof: 'sid.proof' });
/** The server never responds, so the pending state stays. */
const thinks = () => answer.mockReturnValue(new Promise(() => undefined));

beforeEach(() => {
  resetAuth();
  loggedInAs(null);
  storePendingSignUp({ email: 'ada@example.com', sentAt: Date.now() });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answer.mockReset();
  loggedInAs(null);
});

describe('§8 Error catalogue: success messages', () => {
  it.each([
    ['the sign-up', '/signup?step=confirm', <SignUpScreen key="1" />],
    ['the activate page', '/activate', <ActivateScreen key="2" />],
  ])(
    'confirming on %s shows the message and redirects after 2 seconds',
    async (_where, path, ui) => {
      opensSession();
      renderAt(path, ui);
      holdTime();
      type('Confirmation code', 'abc2345');
      expect(await screen.findByText(CONFIRMED)).toBeInTheDocument();
      expect(here()).not.toHaveTextContent('/link-trader-id');
      await leadsOn(2000);
      expect(here()).toHaveTextContent('/link-trader-id');
    },
  );
});

describe('§4 States and transitions: onboarding', () => {
  it("activation: idle, 'Confirming...'", async () => {
    thinks();
    renderAt('/activate', <ActivateScreen />);
    type('Confirmation code', 'abc2345');
    expect(await screen.findByRole('button', { name: 'Confirming...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it("forgot password: 'Sending Reset Link...' with the button disabled, then 'Check Your Email!' and back", async () => {
    thinks();
    const { unmount } = renderAt('/forgot-password', <ForgotScreen />);
    type('Email', 'ada@example.com');
    press('Send Reset Link');
    expect(await screen.findByRole('button', { name: 'Sending Reset Link...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    unmount();

    accepts();
    renderAt('/forgot-password', <ForgotScreen />);
    type('Email', 'ada@example.com');
    press('Send Reset Link');
    expect(await screen.findByRole('heading', { name: 'Check Your Email!' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/login');
    press('Try Again');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  it("reset password: 'Verifying reset token...', the form, then the login after 3 seconds", async () => {
    accepts({ email: 'ada@example.com' });
    renderAt('/reset-password?token=abcdefgh', <ResetScreen />);
    expect(screen.getByText('Verifying reset token...')).toBeInTheDocument();
    expect(await screen.findByText('ada@example.com')).toBeInTheDocument();
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(
      'Must be at least 8 characters long',
    );
    holdTime();
    type('New Password', 'Trader2027');
    type('Confirm New Password', 'Trader2027');
    press('Reset password');
    expect(await screen.findByText('Password Reset Successful!')).toBeInTheDocument();
    expect(here()).not.toHaveTextContent('/login');
    await leadsOn(3000);
    expect(here()).toHaveTextContent('/login');
  });
});

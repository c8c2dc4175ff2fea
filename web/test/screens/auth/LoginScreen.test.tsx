import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../../src/data/auth/currentSession';
import LoginScreen from '../../../src/screens/auth/LoginScreen';
import { renderAt, loggedInAs } from '../../support/render';
import { member } from '../../support/member';

const answer = vi.fn<typeof fetch>();

const refusal = (error: string, status = 401) =>
  Response.json({ success: false, error, timestamp: new Date().toISOString() }, { status });

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /Log in|Logging in/ });
const here = () => screen.getByTestId('here');

async function fillIn() {
  await userEvent.type(email(), 'ada@quantalgo.test');
  await userEvent.type(password(), 'Trader2026');
}

describe('login screen', () => {
  beforeEach(() => {
    loggedInAs(null);
    vi.stubGlobal('fetch', answer);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    answer.mockReset();
  });

  it('requires both fields and focuses the first empty one', async () => {
    renderAt('/login', <LoginScreen />);
    await userEvent.click(button());
    expect(email()).toHaveAccessibleDescription('Please fill in all fields');
    expect(email()).toHaveFocus();
    await userEvent.type(email(), 'ada@quantalgo.test');
    await userEvent.click(button());
    expect(password()).toHaveAccessibleDescription('Please fill in all fields');
    expect(password()).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it('shows the server’s message and keeps the input', async () => {
    answer.mockResolvedValue(refusal('Email or password is wrong'));
    renderAt('/login', <LoginScreen />);
    await fillIn();
    await userEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong');
    expect(email()).toHaveValue('ada@quantalgo.test');
    expect(password()).toHaveValue('Trader2026');
  });

  it('shows “Login failed” if the server sends no message', async () => {
    answer.mockResolvedValue(
      Response.json({ success: false, timestamp: new Date().toISOString() }, { status: 500 }),
    );
    renderAt('/login', <LoginScreen />);
    await fillIn();
    await userEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Login failed$/);
  });

  it('asks to try again after a network error', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'));
    renderAt('/login', <LoginScreen />);
    await fillIn();
    await userEvent.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed. Please try again.');
  });

  it('sends one request for repeated submits and shows its progress', async () => {
    let refuse: (reply: Response) => void = () => undefined;
    answer.mockReturnValue(new Promise((resolve) => (refuse = resolve)));
    renderAt('/login', <LoginScreen />);
    await fillIn();
    await userEvent.dblClick(button());
    await userEvent.keyboard('{Enter}');
    expect(button()).toHaveAccessibleName('Logging in…');
    expect(answer).toHaveBeenCalledOnce();
    refuse(refusal('Email or password is wrong'));
    await screen.findByRole('alert');
    expect(button()).toHaveAccessibleName('Log in');
  });

  it('redirects a logged-in member to the requested page', async () => {
    loggedInAs(member());
    renderAt(
      '/login',
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="*" element={null} />
      </Routes>,
      { from: '/dashboard/signals' },
    );
    await waitFor(() => expect(here()).toHaveTextContent('/dashboard/signals'));
  });

  it('explains that the session has expired', () => {
    session.set({ status: 'logged-out', reason: 'expired' });
    renderAt('/login', <LoginScreen />);
    expect(screen.getByText('Your session has ended. Please log in again.')).toBeInTheDocument();
  });

  it('links to password reset, sign-up and the home page', () => {
    renderAt('/login', <LoginScreen />);
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(leadsTo('Forgot password?')).toBe('/forgot-password');
    expect(leadsTo('Create an account')).toBe('/signup');
    expect(leadsTo('Back to home page')).toBe('/');
  });
});

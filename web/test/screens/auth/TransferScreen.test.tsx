import { PATHS } from '@quantalgo/contracts/core/paths';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import ForgotScreen from '../../../src/screens/auth/ForgotScreen';
import LoginScreen from '../../../src/screens/auth/LoginScreen';
import TransferScreen from '../../../src/screens/auth/TransferScreen';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

const here = () => screen.getByTestId('here');

const openLogin = (state?: unknown) =>
  renderAt(
    PATHS.login,
    <Routes>
      <Route path={PATHS.login} element={<LoginScreen />} />
      <Route path={PATHS.transfer} element={<TransferScreen />} />
      <Route path={PATHS.forgotPassword} element={<ForgotScreen />} />
      <Route path="*" element={null} />
    </Routes>,
    state,
  );

const press = (name: string) => userEvent.click(screen.getByRole('link', { name }));

beforeEach(() => loggedInAs(null));

describe('login by transfer code', () => {
  it('keeps the requested page across the transfer code and password screens', async () => {
    openLogin({ from: '/dashboard/signals?q=eur#top' });
    await press('Use a transfer code');
    await press('Log in with your password');
    await press('Use a transfer code');
    loggedInAs(member());
    expect(here()).toHaveTextContent('"/dashboard/signals"');
    expect(screen.getByTestId('query')).toHaveAttribute('value', '?q=eur');
    expect(screen.getByTestId('fragment')).toHaveAttribute('value', '#top');
  });

  it('keeps the requested page across the forgotten password screen', async () => {
    openLogin({ from: '/dashboard/signals' });
    await press('Forgot password?');
    await press('Back to Login');
    loggedInAs(member());
    expect(here()).toHaveTextContent('"/dashboard/signals"');
  });

  it.each([undefined, { from: '//evil.example' }])(
    'redirects to the dashboard from %j',
    async (state) => {
      openLogin(state);
      await press('Use a transfer code');
      loggedInAs(member());
      expect(here()).toHaveTextContent(`"${PATHS.dashboard}"`);
    },
  );
});

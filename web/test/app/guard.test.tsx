import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequireMember } from '../../src/app/guards';
import { session } from '../../src/data/auth/currentSession';
import { member } from '../support/member';
import { renderAt, loggedInAs } from '../support/render';

const site = (
  <Routes>
    <Route path="/login" element={<p>Login</p>} />
    <Route element={<RequireMember />}>
      <Route path="/dashboard/*" element={<p>Dashboard</p>} />
    </Route>
  </Routes>
);

describe('RequireMember', () => {
  beforeEach(() => loggedInAs(null));

  it('renders the dashboard for a member', () => {
    loggedInAs(member());
    renderAt('/dashboard', site);
    expect(screen.getByText('Dashboard')).toBeInTheDocument();
  });

  it('redirects visitors to the login and passes on the requested path', () => {
    renderAt('/dashboard/signals', site);
    expect(screen.getByText('Login')).toBeInTheDocument();
    expect(screen.getByTestId('here')).toHaveTextContent(
      JSON.stringify({ pathname: '/login', state: { from: '/dashboard/signals' } }),
    );
  });

  it('redirects a member with an expired session to the login', () => {
    session.set({ status: 'logged-out', reason: 'expired' });
    renderAt('/dashboard', site);
    expect(screen.getByText('Login')).toBeInTheDocument();
  });
});

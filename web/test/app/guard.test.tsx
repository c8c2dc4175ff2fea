import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequireMember } from '../../src/app/guards';
import { session } from '../../src/data/auth/currentSession';
import { member } from '../support/member';
import { renderAt, signedInAs } from '../support/render';

const site = (
  <Routes>
    <Route path="/login" element={<p>Login</p>} />
    <Route element={<RequireMember />}>
      <Route path="/dashboard/*" element={<p>Dashboard</p>} />
    </Route>
  </Routes>
);

describe('the guard of the dashboard', () => {
  beforeEach(() => signedInAs(null));

  it('lets a member in', () => {
    signedInAs(member());
    renderAt('/dashboard', site);
    expect(screen.getByText('Dashboard')).toBeInTheDocument();
  });

  it('leads everyone else to the login, which knows where they were going', () => {
    renderAt('/dashboard/signals', site);
    expect(screen.getByText('Login')).toBeInTheDocument();
    expect(screen.getByTestId('here')).toHaveTextContent(
      JSON.stringify({ pathname: '/login', state: { from: '/dashboard/signals' } }),
    );
  });

  it('leads a member whose session ended to the login', () => {
    session.set({ status: 'signed-out', reason: 'expired' });
    renderAt('/dashboard', site);
    expect(screen.getByText('Login')).toBeInTheDocument();
  });
});

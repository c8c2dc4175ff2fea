import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequireMember } from '../../src/app/guards';
import { session } from '../../src/data/auth/currentSession';
import { member } from '../support/member';
import { renderAt, loggedInAs } from '../support/render';

function Dashboard() {
  const [message, setMessage] = useState('');
  return (
    <>
      <p>Dashboard</p>
      <label>
        Message
        <input value={message} onChange={(event) => setMessage(event.target.value)} />
      </label>
    </>
  );
}

const site = (
  <Routes>
    <Route path="/login" element={<p>Login</p>} />
    <Route element={<RequireMember />}>
      <Route path="/dashboard/*" element={<Dashboard />} />
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

  it('drops what a member typed when another member’s session replaces theirs', () => {
    loggedInAs(member({ id: 'ada' }));
    renderAt('/dashboard', site);
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'From Ada' } });
    loggedInAs(member({ id: 'ada', name: 'Adaeze' }));
    expect(screen.getByLabelText('Message')).toHaveValue('From Ada');
    loggedInAs(member({ id: 'chidi' }));
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });

  it('drops the password that a member was choosing when another member’s session replaces theirs', async () => {
    loggedInAs(member({ id: 'ada', needsPassword: true }));
    renderAt('/dashboard', site);
    const password = await screen.findByLabelText('New Password');
    fireEvent.change(password, { target: { value: 'from Ada' } });
    loggedInAs(member({ id: 'chidi', needsPassword: true }));
    expect(screen.getByLabelText('New Password')).toHaveValue('');
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

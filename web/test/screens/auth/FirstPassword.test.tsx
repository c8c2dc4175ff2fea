// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequireMember } from '../../../src/app/guards';
import { aServer, envelope } from '../../support/aServer';
import { held, resetAuth } from '../../support/fakeAuth';
import { member } from '../../support/member';
import { renderAt, loggedInAs } from '../../support/render';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

let server: Awaited<ReturnType<typeof aServer>>;

beforeEach(async () => {
  resetAuth();
  server = await aServer(({ line }, response) => {
    if (line === 'GET /auth/me') envelope(response, { data: member() });
    else envelope(response, { status: 409, message: 'Your account already has a password.' });
  });
});
afterEach(async () => {
  loggedInAs(null);
  await server.close();
});

describe('FirstPassword', () => {
  it('opens the requested page if another device has chosen the password', async () => {
    const user = member({ needsPassword: true });
    held.uid = user.id;
    loggedInAs(user);
    renderAt(
      '/dashboard',
      <Routes>
        <Route element={<RequireMember />}>
          <Route path="/dashboard" element={<p>Dashboard</p>} />
        </Route>
      </Routes>,
    );
    fireEvent.change(await screen.findByLabelText('Country'), { target: { value: 'Nigeria' } });
    await userEvent.type(screen.getByLabelText('Phone'), '+234 801 234 5678');
    await userEvent.type(screen.getByLabelText('New Password'), 'Chosen2026');
    await userEvent.click(screen.getByRole('button', { name: 'Set my password' }));
    expect(await screen.findByText('Dashboard')).toBeVisible();
  });
});

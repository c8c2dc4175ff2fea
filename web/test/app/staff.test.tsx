import { PATHS } from '@quantalgo/contracts/core/paths';
import { act, configure, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App';
import { preload } from '../../src/app/pages';
import { STAFF_TABLE } from '../../src/app/screenTable';
import { session, storeUser } from '../../src/data/auth/currentSession';
import { member } from '../support/member';
import { renderAt, loggedInAs } from '../support/render';

// The sync needs Firebase.
vi.mock('../../src/data/sync/start', () => ({
  startSync: () => () => undefined,
  startOutbox: () => () => undefined,
}));

configure({ asyncUtilTimeout: 20_000 });

const staff = (id: string) => member({ id, staff: true, tier: 'essential' });
const here = () => screen.getByTestId('here').textContent;

// Under load, compiling this code takes longer than the wait for a screen.
beforeAll(async () => {
  loggedInAs(staff('loads-code'));
  await Promise.all([PATHS.staffUsers, PATHS.staffCodes].map(preload));
}, 120_000);
beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No connection')));
});
afterEach(() => {
  act(() => session.set({ status: 'logged-out', reason: null }));
  vi.unstubAllGlobals();
});

describe('staff console', { timeout: 60_000 }, () => {
  it('is linked in the sidebar for staff and lists all its screens', async () => {
    loggedInAs(staff('sees-console'));
    renderAt('/admin/users', <App />);
    const bar = await screen.findByRole('navigation', { name: 'Staff console' });
    const links = [...bar.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(STAFF_TABLE.map(({ path }) => path));
    expect(here()).toContain('"/dashboard/admin/users"');
    expect(screen.getAllByRole('link', { name: 'Staff console' })[0]).toHaveAttribute(
      'href',
      STAFF_TABLE[0].path,
    );
    await waitFor(() => expect(document.title).toBe('Users · QuantAlgo'));
  });

  it.each(STAFF_TABLE.map(({ path }) => path))(
    'shows a member Page not found at %s',
    async (path) => {
      loggedInAs(member({ id: 'no-staff', tier: 'essential' }));
      renderAt(path, <App />);
      expect(await screen.findByText('Page not found')).toBeInTheDocument();
      expect(screen.queryByRole('navigation', { name: 'Staff console' })).not.toBeInTheDocument();
      await waitFor(() => expect(document.title).toBe('Page not found · QuantAlgo'));
    },
  );

  it('redirects to the dashboard with a reason when staff access is revoked', async () => {
    loggedInAs(staff('loses-right'));
    renderAt('/dashboard/admin/codes', <App />);
    await screen.findByRole('navigation', { name: 'Staff console' });
    act(() => storeUser(member({ id: 'loses-right', accessVersion: 2 })));
    await waitFor(() => expect(here()).toContain('"/dashboard"'));
    expect(await screen.findByText(/You’re no longer a staff member/)).toBeInTheDocument();
  });
});

import type { User } from '@quantalgo/contracts/account/member';
import { act, render, type RenderResult } from '@testing-library/react';
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { session, storeUser } from '../../src/data/auth/currentSession';

function Here() {
  const location = useLocation();
  const state: unknown = location.state;
  return (
    <>
      <output data-testid="here">{JSON.stringify({ pathname: location.pathname, state })}</output>
      <data data-testid="query" value={location.search} hidden />
      <data data-testid="fragment" value={location.hash} hidden />
    </>
  );
}

/** Renders under a router that starts at `path`; the test ids `here`, `query` and `fragment` show its location. */
export const renderAt = (path: string, ui: ReactNode, state?: unknown): RenderResult =>
  render(
    <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
      {ui}
      <Here />
    </MemoryRouter>,
  );

/**
 * Starts a session of `user`, or logs out. Returns nothing: a hook that awaits the result of `act` would reopen its
 * scope, and React would warn of updates in the meantime.
 */
export function loggedInAs(user: User | null): void {
  act(() => {
    if (user) storeUser(user);
    else session.set({ status: 'logged-out', reason: null });
  });
}

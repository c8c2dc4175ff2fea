import { FEATURES } from '@quantalgo/contracts/access/access';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App';
import { SCREENS, findScreen } from '../../src/app/screens';
import { getPageTitle } from '../../src/app/screenTable';
import { member } from '../support/member';
import { renderAt, loggedInAs } from '../support/render';

describe('SCREENS', () => {
  it('lists each dashboard path once, each with a known feature', () => {
    const paths = SCREENS.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path, feature } of SCREENS) {
      expect(path.startsWith(PATHS.dashboard)).toBe(true);
      expect(FEATURES).toHaveProperty(feature);
    }
  });

  it('finds a screen by its path, with or without a trailing slash', () => {
    expect(findScreen('/dashboard/signals/')?.title).toBe('Signal Stream');
    expect(findScreen('/dashboard/nowhere')).toBeUndefined();
  });

  it.each([
    ['/login', 'Log in'],
    ['/signup', 'Create your account'],
    ['/activate/', 'Confirm your account'],
    ['/dashboard', 'Control Center'],
    ['/dashboard/signals', 'Signal Stream'],
    ['/nowhere', 'Page not found'],
  ])('returns the title of %s', (path, title) => {
    expect(getPageTitle(path)).toBe(title);
  });
});

describe('App', () => {
  const scrollTo = vi.fn();
  beforeEach(() => {
    loggedInAs(null);
    vi.stubGlobal('scrollTo', scrollTo);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    scrollTo.mockReset();
  });

  it('shows Page not found with links to login and support for an unknown path', async () => {
    renderAt('/nowhere', <App />);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: /^contact support/ })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Page not found · QuantAlgo'));
  });

  it('shows a loading message while the dashboard and its data load', async () => {
    loggedInAs(member());
    renderAt('/dashboard/nowhere', <App />);
    expect(await screen.findByText('Initializing Elite Dashboard')).toBeInTheDocument();
    expect(await screen.findByText('Welcome back, Ada')).toBeInTheDocument();
  });

  it('shows visitors of the dashboard the login and its title', async () => {
    renderAt('/dashboard/signals', <App />);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Log in');
    await waitFor(() => expect(document.title).toBe('Log in · QuantAlgo'));
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });
});

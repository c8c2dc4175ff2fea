import { FEATURES } from '@quantalgo/contracts/access/access';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App';
import { SCREENS, findScreen } from '../../src/app/screens';
import { getPageTitle } from '../../src/app/screenTable';
import { member } from '../support/member';
import { renderAt, signedInAs } from '../support/render';

describe('the table of screens', () => {
  it('has every screen of the dashboard once, each with a feature that decides who may use it', () => {
    const paths = SCREENS.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { path, feature } of SCREENS) {
      expect(path.startsWith(PATHS.dashboard)).toBe(true);
      expect(FEATURES).toHaveProperty(feature);
    }
  });

  it('finds a screen by its path, with or without a slash at the end', () => {
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
  ])('names the page at %s', (path, title) => {
    expect(getPageTitle(path)).toBe(title);
  });
});

describe('the app', () => {
  const scrollTo = vi.fn();
  beforeEach(() => {
    signedInAs(null);
    vi.stubGlobal('scrollTo', scrollTo);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    scrollTo.mockReset();
  });

  it('answers an address that no screen has with a way onward', async () => {
    renderAt('/nowhere', <App />);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: /^contact support/ })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Page not found · QuantAlgo'));
  });

  it('says what it is loading while the dashboard and its data are read', async () => {
    signedInAs(member());
    renderAt('/dashboard/nowhere', <App />);
    expect(await screen.findByText('Initializing Elite Dashboard')).toBeInTheDocument();
    expect(await screen.findByText('Welcome back, Ada')).toBeInTheDocument();
  });

  it('names the document and opens the login for a visitor of the dashboard', async () => {
    renderAt('/dashboard/signals', <App />);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Log in');
    await waitFor(() => expect(document.title).toBe('Log in · QuantAlgo'));
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });
});

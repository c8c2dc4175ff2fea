import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import './setup';

// Members in these tests have no tokens: authenticated calls fail as they do offline.
vi.mock('../src/data/auth/idTokens', () => import('./support/offlineAuth'));

// A busy machine may be slow. A passing query returns as soon as it matches.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** jsdom lacks `matchMedia`; no query matches. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({ media, matches: false }),
  configurable: true,
  writable: true,
});

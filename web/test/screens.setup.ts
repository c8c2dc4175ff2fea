import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import './setup';

// Members of these tests hold no tokens: a call that needs one fails as it does without a network.
vi.mock('../src/data/auth/idTokens', () => import('./support/offlineAuth'));

// A machine that does much else takes its time; what comes is not waited for any longer.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** jsdom draws nothing, so it knows no media: each question about them is answered with no. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({ media, matches: false }),
  configurable: true,
  writable: true,
});

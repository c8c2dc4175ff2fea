import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import './setup';

afterEach(cleanup);

/** jsdom draws nothing, so it knows no media: each question about them is answered with no. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({ media, matches: false }),
  configurable: true,
  writable: true,
});

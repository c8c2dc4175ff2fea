import { describe, expect, it } from 'vitest';
import { isAppRoute } from '../../src/suite/vite';

describe('a page of the Vite server', () => {
  it.each(['/login', '/dashboard/signals', '/reset-password?token=a.b', '/apiary'])(
    'is the app’s shell at %s',
    (url) => {
      expect(isAppRoute(url)).toBe(true);
    },
  );

  it.each([
    '/',
    '/terms',
    '/index.html',
    '/src/app/main.tsx',
    '/@vite/client',
    '/assets/none.js',
    '/api/signals',
    '/countdown',
    '/ledger/checkpoint',
  ])('is not at %s', (url) => {
    expect(isAppRoute(url)).toBe(false);
  });
});

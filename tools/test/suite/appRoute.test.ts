import { describe, expect, it } from 'vitest';
import { isAppRoute } from '../../src/suite/vite';

describe('isAppRoute', () => {
  it.each(['/login', '/dashboard/signals', '/reset-password?token=a.b', '/apiary'])(
    'is true for %s',
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
  ])('is false for %s', (url) => {
    expect(isAppRoute(url)).toBe(false);
  });
});

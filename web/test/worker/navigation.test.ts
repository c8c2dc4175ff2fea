import { describe, expect, it } from 'vitest';
import { isAppRoute } from '../../src/worker/navigation';

describe('which navigations the app answers, offline too', () => {
  it.each(['/login', '/dashboard', '/dashboard/signals', '/signup', '/authors', '/nowhere'])(
    'its own: %s',
    (path) => expect(isAppRoute(path)).toBe(true),
  );

  it.each([
    ['the landing page', '/'],
    ['the other pages of the visitor', '/terms'],
    ['the API', '/api/signals'],
    ['authentication', '/auth/login'],
    ['the countdown', '/countdown'],
    ['Firebase itself', '/__/firebase/init.json'],
    ['a script, missing or not', '/assets/app-1a2b3c.js'],
    ['a script below a route', '/dashboard/app.js'],
    ['a picture', '/icons/icon-192.png'],
  ])('not %s', (_, path) => expect(isAppRoute(path)).toBe(false));
});

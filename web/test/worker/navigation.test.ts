import { describe, expect, it } from 'vitest';
import { getDocumentPath, getScreenDocumentPath } from '../../src/worker/answer';

describe('which document answers a navigation, offline too', () => {
  it.each(['/dashboard', '/dashboard/signals', '/link-trader-id', '/authors', '/nowhere'])(
    'the app’s for %s',
    (path) => expect(getDocumentPath(path)).toBe('/app.html'),
  );

  it.each([
    ['/', '/index.html'],
    ['/terms', '/terms.html'],
    ['/verify', '/verify.html'],
    ['/login', '/login.html'],
    ['/signup', '/signup.html'],
  ])('its own for %s', (path, document) => expect(getDocumentPath(path)).toBe(document));

  it.each([
    ['the API', '/api/signals'],
    ['authentication', '/auth/login'],
    ['the countdown', '/countdown'],
    ['the log', '/ledger/checkpoint'],
    ['a tile of it', '/ledger/tile/0/x001/234'],
    ['Firebase itself', '/__/firebase/init.json'],
    ['a script, missing or not', '/assets/app-1a2b3c.js'],
    ['a script below a route', '/dashboard/app.js'],
    ['a picture', '/icons/icon-192.png'],
  ])('none for %s', (_, path) => expect(getDocumentPath(path)).toBeNull());
});

describe('what a member who opens the app is answered with', () => {
  it('asks for the scripts of the screen from the start', () => {
    expect(getScreenDocumentPath('/dashboard')).toBe('/screens/dashboard.html');
    expect(getScreenDocumentPath('/dashboard/signals')).toBe('/screens/dashboard/signals.html');
  });

  it('is the same with a slash behind', () => {
    expect(getScreenDocumentPath('/dashboard/')).toBe('/screens/dashboard.html');
  });
});

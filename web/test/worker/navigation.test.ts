import { describe, expect, it } from 'vitest';
import { getDocumentPath, getScreenDocumentPath } from '../../src/worker/answer';

describe('getDocumentPath', () => {
  it.each(['/dashboard', '/dashboard/signals', '/link-trader-id', '/authors', '/nowhere'])(
    'returns the app’s document for %s',
    (path) => expect(getDocumentPath(path)).toBe('/app.html'),
  );

  it.each([
    ['/', '/index.html'],
    ['/terms', '/terms.html'],
    ['/verify', '/verify.html'],
    ['/login', '/login.html'],
    ['/signup', '/signup.html'],
    ['/terms/', '/terms.html'],
    ['/verify/', '/verify.html'],
    ['/login/', '/login.html'],
  ])('returns the page’s own document for %s', (path, document) =>
    expect(getDocumentPath(path)).toBe(document),
  );

  it.each([
    ['the API', '/api/signals'],
    ['authentication', '/auth/login'],
    ['the countdown', '/countdown'],
    ['the log', '/ledger/checkpoint'],
    ['a tile of the log', '/ledger/tile/0/x001/234'],
    ['Firebase’s reserved paths', '/__/firebase/init.json'],
    ['a script', '/assets/app-1a2b3c.js'],
    ['a script below a route', '/dashboard/app.js'],
    ['a picture', '/icons/icon-192.png'],
  ])('returns null for %s', (_, path) => expect(getDocumentPath(path)).toBeNull());
});

describe('getScreenDocumentPath', () => {
  it('returns the document that preloads the screen’s scripts', () => {
    expect(getScreenDocumentPath('/dashboard')).toBe('/screens/dashboard.html');
    expect(getScreenDocumentPath('/dashboard/signals')).toBe('/screens/dashboard/signals.html');
  });

  it('ignores a trailing slash', () => {
    expect(getScreenDocumentPath('/dashboard/')).toBe('/screens/dashboard.html');
  });
});

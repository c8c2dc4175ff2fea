import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { guardDamage } from '../../src/app/firstPaint/damageGuard';

const reload = vi.fn();
const removed: string[] = [];
const fetched = vi.fn(() => Promise.resolve(new Response()));

// Its listeners are never removed.
beforeAll(() => guardDamage('opening', 'site-', 0));
beforeEach(() => {
  document.body.innerHTML = '<p id="opening">Initializing</p>';
  reload.mockReset();
  removed.length = 0;
  vi.stubGlobal('location', { origin: 'http://localhost', reload });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(['site-shell-1', 'site-kit-1', 'another']),
    delete: (name: string) => removed.push(name),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { controller: {} },
    configurable: true,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const alert = () => document.getElementById('damaged');

/** Dispatches the error of a script that could not be loaded. */
function failScript(): void {
  const script = document.createElement('script');
  document.body.append(script);
  script.dispatchEvent(new Event('error'));
}

const failCode = (filename: string) =>
  window.dispatchEvent(new ErrorEvent('error', { filename, message: 'SyntaxError' }));

it.each([
  ['a script that fails to load', failScript],
  ['a script that can’t be parsed', () => failCode('http://localhost/assets/app-1.js')],
  ['an unhandled rejection', () => window.dispatchEvent(new Event('unhandledrejection'))],
])('reports damaged files on %s', async (_what, fail) => {
  fail();
  await vi.waitFor(() =>
    expect(alert()).toHaveTextContent(
      'The app’s files on this device are damaged. Reload to fetch them again.',
    ),
  );
});

it('blames the connection if no service worker controls the page', async () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: null } });
  failScript();
  await vi.waitFor(() => expect(alert()).toHaveTextContent(/^The app could not be loaded\./));
});

it.each([
  ['the app runs', () => document.getElementById('opening')?.remove(), failScript],
  ['an extension fails', () => undefined, () => failCode('chrome-extension://abc/content.js')],
])('shows nothing if %s', async (_when, arrange, fail) => {
  arrange();
  fail();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(alert()).toBeNull();
});

it('deletes only the app’s caches and reloads, once the server responds', async () => {
  failScript();
  await vi.waitFor(() => expect(alert()).not.toBeNull());
  const button = alert()?.querySelector('button');
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  button?.click();
  await vi.waitFor(() =>
    expect(alert()).toHaveTextContent('There is no connection. Connect, then reload.'),
  );
  expect([removed, reload.mock.calls]).toEqual([[], []]);
  button?.click();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(removed).toEqual(['site-shell-1', 'site-kit-1']);
});

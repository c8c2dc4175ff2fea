// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerLater } from '../../../src/app/landing/serviceWorker';

const register = vi.fn(() => Promise.resolve());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});

afterEach(() => {
  register.mockClear();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('registers the service worker a few seconds after page load', async () => {
  registerLater();
  await vi.advanceTimersByTimeAsync(2000);
  expect(register).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(register).toHaveBeenCalledTimes(1);
});

it('delays registration while the page is busy, then registers once', async () => {
  let isBusy = true;
  registerLater(() => isBusy);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(register).not.toHaveBeenCalled();
  isBusy = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(register).toHaveBeenCalledTimes(1);
});

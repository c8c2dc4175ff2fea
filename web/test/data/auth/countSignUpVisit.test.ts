// @vitest-environment jsdom
import { memberWeeksEndpoints } from '@quantalgo/contracts/console/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));

beforeEach(() => {
  vi.resetModules();
  send.mockClear();
  vi.stubGlobal('fetch', send);
});
afterEach(() => vi.unstubAllGlobals());

describe('an opened sign-up', () => {
  it('is counted once a page, without cookies or anything about its visitor', async () => {
    const { countSignUpVisit } = await import('../../../src/data/auth/countSignUpVisit');
    countSignUpVisit();
    countSignUpVisit();
    const { path, method } = memberWeeksEndpoints.countSignUpVisit;
    expect(send.mock.calls).toMatchObject([[path, { method, credentials: 'omit', body: '{}' }]]);
  });

  it('is silent if the count fails', async () => {
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { countSignUpVisit } = await import('../../../src/data/auth/countSignUpVisit');
    expect(countSignUpVisit).not.toThrow();
  });
});

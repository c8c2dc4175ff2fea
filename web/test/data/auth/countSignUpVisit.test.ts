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

describe('countSignUpVisit', () => {
  it('counts once per page, without cookies or personal data', async () => {
    const { countSignUpVisit } = await import('../../../src/data/auth/countSignUpVisit');
    countSignUpVisit();
    countSignUpVisit();
    const { path, method } = memberWeeksEndpoints.countSignUpVisit;
    expect(send.mock.calls).toMatchObject([[path, { method, credentials: 'omit', body: '{}' }]]);
  });

  it('does not throw if the request fails', async () => {
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { countSignUpVisit } = await import('../../../src/data/auth/countSignUpVisit');
    expect(countSignUpVisit).not.toThrow();
  });
});

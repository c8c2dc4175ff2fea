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
    const { countOpening } = await import('../../../src/data/auth/countOpening');
    countOpening();
    countOpening();
    const { path, method } = memberWeeksEndpoints.countOpening;
    expect(send.mock.calls).toMatchObject([[path, { method, credentials: 'omit', body: '{}' }]]);
  });

  it('is silent if the count fails', async () => {
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { countOpening } = await import('../../../src/data/auth/countOpening');
    expect(countOpening).not.toThrow();
  });
});

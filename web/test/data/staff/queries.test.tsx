import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryCache, useStaffQuery } from '../../../src/data/staff/queries';
import { member } from '../../support/member';
import { signedInAs } from '../../support/render';

beforeEach(() => signedInAs(member({ staff: true })));
afterEach(() => signedInAs(null));

const WORDS = { wordless: 'It failed' };

/** A screen that may have a query, which `ask` answers. */
const asking = (queryKey: string | null, ask: () => Promise<string>) => {
  const cache = createQueryCache<string>();
  return renderHook((asked: string | null) => useStaffQuery(cache, asked, ask, WORDS), {
    initialProps: queryKey,
  });
};

describe('a query of the console', () => {
  it('is idle while there is none, and loads once there is one', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    const { result, rerender } = asking(null, ask);
    expect(result.current).toMatchObject({ status: 'idle', seen: undefined });
    expect(ask).not.toHaveBeenCalled();
    rerender('now');
    expect(result.current.status).toBe('loading');
    await waitFor(() => expect(result.current.status).toBe('ready'));
    expect(result.current.seen?.value).toBe('yes');
    rerender(null);
    expect(result.current.status).toBe('idle');
  });

  it('says why it failed, and no longer once it is asked again', async () => {
    const ask = vi.fn(() => Promise.resolve('yes'));
    ask.mockRejectedValueOnce(new Error('offline'));
    const { result } = asking('now', ask);
    await waitFor(() => expect(result.current).toMatchObject({ status: 'failed' }));
    expect(result.current).toHaveProperty('failure');
    act(result.current.refetch);
    expect(result.current.status).toBe('loading');
    expect(result.current).not.toHaveProperty('failure');
    await waitFor(() => expect(result.current.status).toBe('ready'));
  });
});

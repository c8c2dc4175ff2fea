import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { readPublic } from '../../../src/data/core/readPublic';
import { usePublicRecord } from '../../../src/data/record/publicRecord';

vi.mock(import('../../../src/data/core/readPublic'), () => ({ readPublic: vi.fn() }));

afterEach(() => {
  vi.mocked(readPublic).mockReset();
});

it('shows the cached record on the next screen while it reloads, and after a failed reload', async () => {
  const performance = toPerformance({ ...EMPTY_PERFORMANCE_COUNTERS, source: 'simulated' });
  const record = { performance, latest: null };
  vi.mocked(readPublic).mockResolvedValueOnce({ data: record, at: 0 });
  const first = renderHook(usePublicRecord);
  await waitFor(() => expect(first.result.current.data).toBe(record));
  first.unmount();
  const pending = Promise.withResolvers<never>();
  vi.mocked(readPublic).mockReturnValueOnce(pending.promise);
  const second = renderHook(usePublicRecord);
  expect(second.result.current).toMatchObject({ data: record, loading: true });
  await act(() => Promise.resolve(pending.reject(new TypeError('Failed to fetch'))));
  await waitFor(() => expect(second.result.current.failure).not.toBeNull());
  expect(second.result.current.data).toBe(record);
});

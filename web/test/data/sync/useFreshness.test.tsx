import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearContact, recordContact } from '../../../src/data/core/clock';
import { createSyncState, type SyncStatus } from '../../../src/data/sync/state';
import { syncState, useFreshness } from '../../../src/data/sync/freshness';

const T = Date.UTC(2026, 10, 20, 14, 5);
const streaming: SyncStatus = {
  ...createSyncState(true),
  mode: 'streaming',
  since: T,
  heartbeat: T,
  whole: true,
};

beforeEach(() => {
  vi.useFakeTimers({ now: T + 1000 });
  recordContact(T + 900);
  syncState.set(streaming);
});
afterEach(() => {
  clearContact();
  syncState.set(createSyncState(true));
  vi.useRealTimers();
});

describe('useFreshness', () => {
  it('follows the sync state', () => {
    const { result } = renderHook(useFreshness);
    expect(result.current).toEqual({ state: 'live', asOf: T + 900 });
    act(() => syncState.set({ ...streaming, online: false }));
    expect(result.current.state).toBe('offline');
  });

  it('does not re-render if the freshness stays the same', () => {
    const useCounted = vi.fn(useFreshness);
    renderHook(useCounted);
    const before = useCounted.mock.calls.length;
    act(() => syncState.set({ ...streaming, since: T + 1000 }));
    expect(useCounted).toHaveBeenCalledTimes(before);
  });
});

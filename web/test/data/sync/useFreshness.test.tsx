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

describe('how fresh the page says that it is', () => {
  it('follows the sync', () => {
    const { result } = renderHook(useFreshness);
    expect(result.current).toEqual({ state: 'live', asOf: T + 900 });
    act(() => syncState.set({ ...streaming, online: false }));
    expect(result.current.state).toBe('offline');
  });

  it('is not drawn anew by what changes no word of it', () => {
    const drawn = vi.fn(useFreshness);
    renderHook(drawn);
    const before = drawn.mock.calls.length;
    act(() => syncState.set({ ...streaming, since: T + 1000 }));
    expect(drawn).toHaveBeenCalledTimes(before);
  });
});

// @vitest-environment jsdom
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { describe, expect, it } from 'vitest';
import { toFreshness } from '../../../src/data/sync/freshness';
import { createSyncState, type SyncState } from '../../../src/data/sync/state';

const T = Date.UTC(2026, 10, 20, 14, 5);
const at = (changes: Partial<SyncState>): SyncState => ({ ...createSyncState(true), ...changes });
const streaming = at({ mode: 'streaming', since: T, heartbeat: T, whole: true });

describe('toFreshness', () => {
  it('is live if the open stream delivered this slot’s heartbeat', () => {
    expect(toFreshness(streaming, T + 900, T + 60_000)).toEqual({ state: 'live', asOf: T + 900 });
  });

  it('stays live for 15 seconds into the next slot', () => {
    expect(toFreshness(streaming, T, T + SLOT_MS + 14_999).state).toBe('live');
    expect(toFreshness(streaming, T, T + SLOT_MS + 15_000).state).toBe('fresh');
  });

  it('is not live without a heartbeat, even if the stream is open', () => {
    expect(toFreshness({ ...streaming, heartbeat: null }, T, T + 1000).state).toBe('fresh');
  });

  it('is not live until the signals match the heartbeat’s inventory', () => {
    expect(toFreshness({ ...streaming, whole: false }, T, T + 1000).state).toBe('fresh');
  });

  it('is not live by the heartbeat of a stream that was lost', () => {
    const lost = { ...streaming, mode: 'connecting' as const, since: T + 60_000 };
    expect(toFreshness(lost, T, T + 61_000).state).toBe('fresh');
    expect(toFreshness(lost, T, T + 63_000).state).toBe('reconnecting');
  });

  it('is loading while the first connection is slow, reconnecting after it fails', () => {
    const slow = at({ mode: 'connecting', since: T });
    expect(toFreshness(slow, null, T + 8000).state).toBe('loading');
    expect(toFreshness({ ...slow, failures: 1 }, null, T + 8000).state).toBe('reconnecting');
  });

  it('is fresh while polls succeed, reconnecting while they fail', () => {
    const polling = at({ mode: 'polling', since: T });
    expect(toFreshness(polling, T, T + 2000).state).toBe('fresh');
    expect(toFreshness({ ...polling, pollFailing: true }, T, T + 2000).state).toBe('reconnecting');
  });

  it('is stale when the last contact was more than a slot and the grace period ago', () => {
    expect(toFreshness(at({ mode: 'idle' }), T, T + SLOT_MS + 15_001).state).toBe('stale');
  });

  it('is loading before the first contact', () => {
    expect(toFreshness(at({ mode: 'connecting', since: T }), null, T + 500).state).toBe('loading');
  });

  it('reports the last contact while offline', () => {
    expect(toFreshness({ ...streaming, online: false }, T, T + 60_000)).toEqual({
      state: 'offline',
      asOf: T,
    });
  });

  it('is blocked for a locked member, online and offline', () => {
    const blocked = at({ mode: 'blocked' });
    expect(toFreshness(blocked, null, T).state).toBe('blocked');
    expect(toFreshness({ ...blocked, online: false }, null, T).state).toBe('blocked');
  });
});

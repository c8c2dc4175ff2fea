import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { describe, expect, it } from 'vitest';
import {
  getBackoffMs,
  CONNECT_TIMEOUT_MS,
  getTickTime,
  CONNECT_RETRY_INTERVAL_MS,
  step,
  type SyncEvent,
} from '../../../src/data/sync/machine';
import { createSyncState } from '../../../src/data/sync/state';
import { after, event, run, story, T, unlocked } from './stories';

describe('sync state machine', () => {
  it('connects the stream once the member has access', () => {
    const { state, commands } = after([0, unlocked]);
    expect(state.mode).toBe('connecting');
    expect(commands).toEqual(['connect']);
  });

  it('is streaming once the stream has connected', () => {
    expect(after([0, unlocked], [300, { type: 'connected' }]).state.mode).toBe('streaming');
  });

  it('polls if the stream does not open within ten seconds, and keeps retrying it', () => {
    const { state } = after([0, unlocked], [CONNECT_TIMEOUT_MS, { type: 'tick' }]);
    expect(state.mode).toBe('polling');
    expect(getTickTime(state)).toBe(T + CONNECT_TIMEOUT_MS + CONNECT_RETRY_INTERVAL_MS);
    const [next, ...commands] = step(state, { type: 'tick' }, getTickTime(state) ?? 0);
    expect(next.mode).toBe('polling');
    expect(commands).toEqual(['connect', 'check-member']);
  });

  it('stops polling as soon as the stream opens', () => {
    const { state } = after(
      [0, unlocked],
      [CONNECT_TIMEOUT_MS, { type: 'tick' }],
      [CONNECT_TIMEOUT_MS + 500, { type: 'connected' }],
    );
    expect(state.mode).toBe('streaming');
  });

  it('reconnects a hanging stream at the first successful poll, but not at the second', () => {
    const { state, commands } = after(
      [0, unlocked],
      [10_000, { type: 'tick' }],
      [10_300, { type: 'polled', ok: true }],
      [12_300, { type: 'polled', ok: true }],
    );
    expect(commands).toEqual(['connect', 'connect']);
    expect(state.mode).toBe('polling');
    expect(getTickTime(state)).toBe(T + 10_300 + CONNECT_RETRY_INTERVAL_MS);
  });

  it('retries the stream at once when a poll succeeds after a failure', () => {
    const { commands } = after(
      [0, unlocked],
      [10_000, { type: 'tick' }],
      [12_000, { type: 'polled', ok: false }],
      [16_000, { type: 'polled', ok: true }],
    );
    expect(commands).toEqual(['connect', 'connect']);
  });

  it('doubles the backoff after each failure, up to 30 seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => getBackoffMs(failures, 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('polls after ten seconds even if every attempt fails fast', () => {
    const steps = Array.from({ length: 20 }, () => ({
      wait: 900,
      event: { type: 'failed' } as const,
    }));
    const modes: string[] = [];
    run([{ wait: 0, event: unlocked }, ...steps], ({ mode }) => modes.push(mode));
    expect(modes.at(-1)).toBe('polling');
  });

  it('reconnects when a heartbeat is 15 seconds overdue', () => {
    const { state } = after(
      [20_000, unlocked],
      [20_300, { type: 'connected' }],
      [20_300, { type: 'heartbeat', slot: T }],
    );
    const due = T + SLOT_MS + 15_000;
    expect(getTickTime(state)).toBe(due);
    expect(step(state, { type: 'tick' }, due)).toEqual([
      expect.objectContaining({ mode: 'connecting' }),
      'connect',
    ]);
  });

  it('keeps the stream while heartbeats arrive on time', () => {
    const { state, commands } = after(
      [1000, unlocked],
      [1200, { type: 'connected' }],
      [SLOT_MS + 900, { type: 'heartbeat', slot: T + SLOT_MS }],
      [SLOT_MS + 15_000, { type: 'tick' }],
    );
    expect(commands).toEqual(['connect']);
    expect(getTickTime(state)).toBe(T + 2 * SLOT_MS + 15_000);
  });

  const STREAMING: [number, SyncEvent][] = [
    [0, unlocked],
    [300, { type: 'connected' }],
  ];

  it('reconnects and checks the member when back online', () => {
    const { commands } = after(...STREAMING, [9000, { type: 'online' }]);
    expect(commands).toEqual(['connect', 'connect', 'check-member']);
  });

  it.each(['silent', 'replaced'] as const)('reconnects on %s', (type) => {
    const { commands } = after(...STREAMING, [9000, { type }]);
    expect(commands).toEqual(['connect', 'connect']);
  });

  it('disconnects when offline and only checks the member until the network is back', () => {
    const { state, commands } = after(
      [0, unlocked],
      [300, { type: 'connected' }],
      [9000, { type: 'offline' }],
    );
    expect(commands).toEqual(['connect', 'disconnect']);
    expect(getTickTime(state)).toBe(T + 9000 + CONNECT_RETRY_INTERVAL_MS);
    const [next, ...wanted] = step(state, { type: 'tick' }, T + 9000 + CONNECT_RETRY_INTERVAL_MS);
    expect(wanted).toEqual(['check-member']);
    expect(getTickTime(next)).toBe(T + 9000 + 2 * CONNECT_RETRY_INTERVAL_MS);
  });

  it('connects if the server responds while the browser reports offline', () => {
    const { state, commands } = after(
      [0, { type: 'offline' }],
      [100, unlocked],
      [900, { type: 'reached' }],
    );
    expect(state.online).toBe(true);
    expect(commands).toEqual(['connect']);
  });

  it('never connects while offline', () => {
    fc.assert(
      fc.property(story, (steps) => {
        let state = step(createSyncState(false), unlocked, T)[0];
        for (const { event: next } of steps) {
          const [after, ...commands] = step(state, next, T);
          if (!after.online) expect(commands).not.toContain('connect');
          state = after;
        }
      }),
    );
  });

  it('checks the member and retries after a second when the server denies the stream', () => {
    const { state, commands } = after([0, unlocked], [400, { type: 'denied' }]);
    expect(commands).toEqual(['connect', 'check-member']);
    expect(getTickTime(state)).toBe(T + 400 + 1000);
  });

  it('stays blocked through every event while the member is locked', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const locked = { wait: 0, event: { type: 'access', locked: true } as const };
        const others = steps.filter((each) => each.event.type !== 'access');
        run([locked, ...others], ({ mode }) => expect(mode).toBe('blocked'));
      }),
    );
  });

  it('fetches a locked member’s own documents until a listener delivers them', () => {
    const locked = { type: 'access', locked: true } as const;
    const { state } = after([0, locked]);
    expect(getTickTime(state)).toBe(T + CONNECT_RETRY_INTERVAL_MS);
    const [waiting, ...commands] = step(state, { type: 'tick' }, T + CONNECT_RETRY_INTERVAL_MS);
    expect(commands).toEqual(['connect', 'check-member', 'fetch-own-documents']);
    expect(getTickTime(waiting)).toBe(T + 2 * CONNECT_RETRY_INTERVAL_MS);
    const [received] = step(
      waiting,
      { type: 'user-received' },
      T + CONNECT_RETRY_INTERVAL_MS + 300,
    );
    expect(getTickTime(received)).toBeNull();
  });

  it('stays idle until access is reported', () => {
    fc.assert(
      fc.property(event, (first) => {
        fc.pre(first.type !== 'access');
        const [state, ...commands] = step(createSyncState(true), first, T);
        expect([state.mode, commands]).toEqual(['idle', []]);
      }),
    );
  });

  it('always schedules a tick unless the member is locked', () => {
    fc.assert(
      fc.property(story, (steps) => {
        run([{ wait: 0, event: unlocked }, ...steps], (state) => {
          if (state.mode !== 'blocked') expect(getTickTime(state)).not.toBeNull();
        });
      }),
    );
  });

  it('schedules each tick later than the one before', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const { state } = run([{ wait: 0, event: unlocked }, ...steps], () => undefined);
        const due = getTickTime(state);
        if (due === null) return;
        const [next] = step(state, { type: 'tick' }, due);
        expect(getTickTime(next) ?? Infinity).toBeGreaterThan(due);
      }),
    );
  });
});

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

describe('how a device keeps in step', () => {
  it('builds the stream once the member may have signals', () => {
    const { state, commands } = after([0, unlocked]);
    expect(state.mode).toBe('connecting');
    expect(commands).toEqual(['connect']);
  });

  it('is streaming when the stream is complete', () => {
    expect(after([0, unlocked], [300, { type: 'connected' }]).state.mode).toBe('streaming');
  });

  it('polls when the stream does not open within ten seconds, and goes on trying', () => {
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

  it('builds a stream that hangs anew with the first answer to a poll, and leaves it then', () => {
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

  it('tries the stream at once when a poll gets through again', () => {
    const { commands } = after(
      [0, unlocked],
      [10_000, { type: 'tick' }],
      [12_000, { type: 'polled', ok: false }],
      [16_000, { type: 'polled', ok: true }],
    );
    expect(commands).toEqual(['connect', 'connect']);
  });

  it('waits longer after each failure, at most half a minute', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => getBackoffMs(failures, 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it('polls after ten seconds also when every attempt fails fast', () => {
    const steps = Array.from({ length: 20 }, () => ({
      wait: 900,
      event: { type: 'failed' } as const,
    }));
    const modes: string[] = [];
    run([{ wait: 0, event: unlocked }, ...steps], ({ mode }) => modes.push(mode));
    expect(modes.at(-1)).toBe('polling');
  });

  it('builds the stream anew when a heartbeat is fifteen seconds overdue', () => {
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

  it('leaves the stream alone while its heartbeats come', () => {
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

  it('builds the stream anew and looks who the member is when online again', () => {
    const { commands } = after(...STREAMING, [9000, { type: 'online' }]);
    expect(commands).toEqual(['connect', 'connect', 'check-member']);
  });

  it.each(['silent', 'replaced'] as const)('builds the stream anew when %s', (type) => {
    const { commands } = after(...STREAMING, [9000, { type }]);
    expect(commands).toEqual(['connect', 'connect']);
  });

  it('takes the stream down when the network is gone, and asks for nothing but the way back', () => {
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

  it('connects when the server answers, though the browser says that it is offline', () => {
    const { state, commands } = after(
      [0, { type: 'offline' }],
      [100, unlocked],
      [900, { type: 'reached' }],
    );
    expect(state.online).toBe(true);
    expect(commands).toEqual(['connect']);
  });

  it('never opens a stream while it is offline', () => {
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

  it('asks who the member is when the server refuses', () => {
    const { state, commands } = after([0, unlocked], [400, { type: 'denied' }]);
    expect(commands).toEqual(['connect', 'check-member']);
    expect(getTickTime(state)).toBe(T + 400 + 1000);
  });

  it('stays blocked while the member is locked, whatever happens', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const locked = { wait: 0, event: { type: 'access', locked: true } as const };
        const others = steps.filter((each) => each.event.type !== 'access');
        run([locked, ...others], ({ mode }) => expect(mode).toBe('blocked'));
      }),
    );
  });

  it('asks for a locked member’s own documents until a listener brings them: a firewall may block it', () => {
    const locked = { type: 'access', locked: true } as const;
    const { state } = after([0, locked]);
    expect(getTickTime(state)).toBe(T + CONNECT_RETRY_INTERVAL_MS);
    const [waiting, ...commands] = step(state, { type: 'tick' }, T + CONNECT_RETRY_INTERVAL_MS);
    expect(commands).toEqual(['connect', 'check-member', 'fetch-own-documents']);
    expect(getTickTime(waiting)).toBe(T + 2 * CONNECT_RETRY_INTERVAL_MS);
    const [told] = step(waiting, { type: 'user-received' }, T + CONNECT_RETRY_INTERVAL_MS + 300);
    expect(getTickTime(told)).toBeNull();
  });

  it('does nothing before it is told of the access', () => {
    fc.assert(
      fc.property(event, (first) => {
        fc.pre(first.type !== 'access');
        const [state, ...commands] = step(createSyncState(true), first, T);
        expect([state.mode, commands]).toEqual(['idle', []]);
      }),
    );
  });

  it('is never left without something that wakes it, unless the member is locked', () => {
    fc.assert(
      fc.property(story, (steps) => {
        run([{ wait: 0, event: unlocked }, ...steps], (state) => {
          if (state.mode !== 'blocked') expect(getTickTime(state)).not.toBeNull();
        });
      }),
    );
  });

  it('ticks without end only as time passes: each tick moves the next one on, or changes something', () => {
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

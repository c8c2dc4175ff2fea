import fc from 'fast-check';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { describe, expect, it } from 'vitest';
import { getBackoffMs, getTickTime, step, type SyncEvent } from '../../../src/data/sync/machine';
import { createSyncState } from '../../../src/data/sync/state';
import { after, story, T, unlocked } from './stories';

const PROVEN: [number, SyncEvent][] = [
  [0, unlocked],
  [300, { type: 'connected' }],
  [400, { type: 'heartbeat', slot: T }],
];

describe('returning to the page', () => {
  it('sends no command if the stream is open and has a current heartbeat', () => {
    const { commands } = after(...PROVEN, [9000, { type: 'resumed' }]);
    expect(commands).toEqual(['connect']);
  });

  it('sends no command on any number of returns before the heartbeat is overdue', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 400, max: SLOT_MS + 14_999 })), (times) => {
        const returns = times
          .sort((a, b) => a - b)
          .map((ms): [number, SyncEvent] => [ms, { type: 'resumed' }]);
        expect(after(...PROVEN, ...returns).commands).toEqual(['connect']);
      }),
    );
  });

  it('probes the stream if its heartbeat is overdue, and reconnects if it is silent', () => {
    const overdue = SLOT_MS + 15_000;
    const { commands, state } = after(...PROVEN, [overdue, { type: 'resumed' }]);
    expect(commands).toEqual(['connect', 'probe']);
    const [, ...wanted] = step(state, { type: 'silent' }, T + overdue + 2000);
    expect(wanted).toEqual(['connect']);
  });

  it('probes the stream and checks the member after a sleep', () => {
    const { commands } = after(...PROVEN, [9000, { type: 'woken' }]);
    expect(commands).toEqual(['connect', 'probe', 'check-member']);
  });

  it('probes a locked member’s listener without fetching signals', () => {
    const locked: SyncEvent = { type: 'access', locked: true };
    const { commands } = after([0, locked], [9000, { type: 'resumed' }]);
    expect(commands).toEqual(['connect', 'probe']);
  });

  it('connects at once if no stream is open', () => {
    fc.assert(
      fc.property(story, fc.constantFrom('resumed', 'woken'), (steps, type) => {
        let [state] = step(createSyncState(true), unlocked, T);
        for (const { event } of steps) [state] = step(state, event, T);
        const [, ...commands] = step(state, { type }, T);
        if (!state.online) expect(commands).toEqual(['check-member']);
        else if (state.mode === 'connecting' || state.mode === 'polling')
          expect(commands).toEqual(['connect', 'check-member']);
      }),
    );
  });
});

describe('retry jitter', () => {
  it('spreads retries over half of the backoff and never exceeds it', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        (jitter, failures) => {
          const wait = getBackoffMs(failures, jitter);
          expect(wait).toBeLessThanOrEqual(getBackoffMs(failures, 0));
          expect(wait).toBeGreaterThanOrEqual(getBackoffMs(failures, 0) / 2);
        },
      ),
    );
    const dues = [0, 0.5, 1].map((jitter) => {
      const [begun] = step(createSyncState(true, jitter), unlocked, T + 1000);
      return getTickTime(step(begun, { type: 'connected' }, T + 1200)[0]);
    });
    expect(dues).toEqual([15_000, 17_500, 20_000].map((ms) => T + ms));
  });
});

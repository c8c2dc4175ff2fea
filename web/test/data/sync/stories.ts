import fc from 'fast-check';
import {
  getTickTime,
  step,
  type SyncCommand,
  type SyncEvent,
} from '../../../src/data/sync/machine';
import { createSyncState, type SyncState } from '../../../src/data/sync/state';

/** Every story starts on 20 November 2026 at 14:05 UTC. */
export const T = Date.UTC(2026, 10, 20, 14, 5);
export const unlocked: SyncEvent = { type: 'access', locked: false };

/** Runs events at their times (ms) after T. Returns the state and all commands. */
export function after(...events: [ms: number, event: SyncEvent][]) {
  let state = createSyncState(true);
  const commands: SyncCommand[] = [];
  for (const [ms, event] of events) {
    const [next, ...wanted] = step(state, event, T + ms);
    state = next;
    commands.push(...wanted);
  }
  return { state, commands };
}

/** Any event. */
export const event = fc.oneof(
  fc.constantFrom<SyncEvent[]>(
    { type: 'offline' },
    { type: 'online' },
    { type: 'reached' },
    { type: 'resumed' },
    { type: 'woken' },
    { type: 'replaced' },
    { type: 'silent' },
    { type: 'user-received' },
    { type: 'compared', whole: true },
    { type: 'tick' },
    { type: 'connected' },
    { type: 'lost' },
    { type: 'failed' },
    { type: 'denied' },
    { type: 'polled', ok: true },
    { type: 'polled', ok: false },
    { type: 'heartbeat', slot: T },
  ),
  fc.boolean().map((locked): SyncEvent => ({ type: 'access', locked })),
);
/** A sequence of events, each after a wait (ms). */
export const story = fc.array(fc.record({ wait: fc.nat(400_000), event }), { maxLength: 60 });

/** Runs a story, including the ticks that the machine schedules. */
export function run(steps: { wait: number; event: SyncEvent }[], see: (state: SyncState) => void) {
  let [state, now] = [createSyncState(true), T];
  const take = (taken: SyncEvent) => {
    [state] = step(state, taken, now);
    see(state);
  };
  for (const { wait, event: next } of steps) {
    const end = now + wait;
    for (let due = getTickTime(state); due !== null && due <= end; due = getTickTime(state)) {
      now = Math.max(now, due);
      take({ type: 'tick' });
      if (getTickTime(state) === due)
        throw new Error('A tick that changes nothing would come for ever');
    }
    now = end;
    take(next);
  }
  return { state, now };
}

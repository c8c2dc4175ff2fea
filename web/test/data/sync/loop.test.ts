// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset } from '../../../src/data/core/clock';
import { createLoop } from '../../../src/data/sync/engine';
import { CONNECT_TIMEOUT_MS, type SyncCommand } from '../../../src/data/sync/machine';
import { createSyncState, type SyncState } from '../../../src/data/sync/state';

let stop: AbortController;
let commands: SyncCommand[];
let state: SyncState;

/** `onCommand`: a command's immediate side effect. */
const start = (onCommand: (command: SyncCommand) => void = () => undefined) =>
  createLoop(
    createSyncState(true),
    (command) => {
      commands.push(command);
      onCommand(command);
    },
    (next) => {
      state = next;
    },
    stop.signal,
  );

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 14, 5) });
  clockOffset.set({ offset: 7_200_000, roundTrip: 10 });
  stop = new AbortController();
  commands = [];
});
afterEach(() => {
  stop.abort();
  clockOffset.set(null);
  vi.useRealTimers();
});

describe('createLoop', () => {
  it('runs an event’s commands and ticks by itself at the due time', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    expect([state.mode, commands]).toEqual(['connecting', ['connect']]);
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
    expect(state.mode).toBe('polling');
  });

  it('retries at a bounded rate during an hour without a connection', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    vi.advanceTimersByTime(3_600_000);
    expect(commands.length).toBeLessThan(300);
    expect(commands.length).toBeGreaterThan(100);
  });

  it('finishes an event’s commands before handling an event dispatched by one of them', () => {
    const dispatch = start((command) => {
      // The connection is lost again while the stream opens.
      if (command === 'connect' && commands.length > 1) dispatch({ type: 'offline' });
    });
    dispatch({ type: 'access', locked: false });
    dispatch({ type: 'online' });
    expect(commands).toEqual(['connect', 'connect', 'check-member', 'disconnect']);
  });

  it('does nothing once stopped', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    stop.abort();
    vi.advanceTimersByTime(60_000);
    dispatch({ type: 'online' });
    expect([state.mode, commands]).toEqual(['connecting', ['connect']]);
  });
});

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset } from '../../../src/data/core/clock';
import { createLoop } from '../../../src/data/sync/engine';
import { CONNECT_TIMEOUT_MS, type SyncCommand } from '../../../src/data/sync/machine';
import { createSyncState, type SyncState } from '../../../src/data/sync/state';

let stop: AbortController;
let commands: SyncCommand[];
let state: SyncState;

/** @param onCommand what a command leads to at once */
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

describe('the loop of the sync', () => {
  it('runs what an event asks for, and wakes by itself when the time has come', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    expect([state.mode, commands]).toEqual(['connecting', ['connect']]);
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
    expect(state.mode).toBe('polling');
  });

  it('never falls into a rush of ticks, however long it runs unconnected', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    vi.advanceTimersByTime(3_600_000);
    expect(commands.length).toBeLessThan(300);
    expect(commands.length).toBeGreaterThan(100);
  });

  it('carries out all that one event asks for before the next, also one that comes meanwhile', () => {
    const dispatch = start((command) => {
      // The line is lost again as the stream is opened.
      if (command === 'connect' && commands.length > 1) dispatch({ type: 'offline' });
    });
    dispatch({ type: 'access', locked: false });
    dispatch({ type: 'online' });
    expect(commands).toEqual(['connect', 'connect', 'check-member', 'disconnect']);
  });

  it('is silent once stopped', () => {
    const dispatch = start();
    dispatch({ type: 'access', locked: false });
    stop.abort();
    vi.advanceTimersByTime(60_000);
    dispatch({ type: 'online' });
    expect([state.mode, commands]).toEqual(['connecting', ['connect']]);
  });
});

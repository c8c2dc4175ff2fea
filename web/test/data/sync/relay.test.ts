import { beforeEach, describe, expect, it } from 'vitest';
import {
  followList,
  findHandoverIndex,
  MAX_LIST_ROWS,
  type ListenerList,
  OVERLAP_MS,
} from '../../../src/data/sync/relay';

interface Listener {
  readonly after: number;
  readonly onStretch: (stretch: ListenerList<number>) => void;
  isRunning: boolean;
}

/** Row n changes at n. A listener hears of the rows after its own time, the oldest first, up to the ceiling. */
let rows = 0;
let listeners: Listener[] = [];
let told: boolean[] = [];
let heard = new Set<number>();

const running = () => listeners.filter(({ isRunning }) => isRunning);

function give({ after, onStretch }: Listener, isCurrent = true): void {
  const size = Math.max(0, Math.min(MAX_LIST_ROWS, rows - after));
  for (let row = after + 1; row <= after + size; row += 1) heard.add(row);
  onStretch({ size, next: size === 0 ? null : after + size, isCurrent });
}

const follow = (cursor: number) =>
  followList(
    (after, onStretch) => {
      const listener = { after, onStretch, isRunning: true };
      listeners.push(listener);
      return () => {
        listener.isRunning = false;
      };
    },
    cursor,
    (isComplete) => told.push(isComplete),
  );

/** Rows come one by one; every listener that runs hears of each. */
function grow(until: number): void {
  while (rows < until) {
    rows += 1;
    for (const listener of running()) give(listener);
  }
}

beforeEach(() => {
  rows = 0;
  listeners = [];
  told = [];
  heard = new Set();
});

describe('a list that grows for days', () => {
  it('is followed without a gap, and says once that it has all', () => {
    follow(0);
    running().forEach((listener) => give(listener));
    grow(1001);
    expect(heard.size).toBe(1001);
    expect(told).toEqual([true]);
    expect(running()).toHaveLength(1);
    expect(listeners.length).toBeGreaterThan(4);
  });

  it('is followed by the listener before until the next has what the server has', () => {
    follow(0);
    grow(200);
    expect(running().map(({ after }) => after)).toEqual([0, 200]);
    const [, next] = listeners;
    if (next) give(next, false);
    expect(told).toEqual([true]);
    expect(running()).toHaveLength(2);
    grow(201);
    expect(running().map(({ after }) => after)).toEqual([200]);
    expect(told).toEqual([true]);
  });

  it('that is longer than the server gives at once is not said to be whole before it is', () => {
    rows = 2 * MAX_LIST_ROWS + 10;
    follow(0);
    for (let round = 0; round < 3; round += 1) {
      expect(told).toEqual([]);
      running().forEach((listener) => give(listener));
    }
    expect(told).toEqual([true]);
    expect(heard.size).toBe(rows);
  });

  it('tells when the line is lost, and when it is back', () => {
    follow(0);
    grow(3);
    running().forEach((listener) => give(listener, false));
    running().forEach((listener) => give(listener));
    expect(told).toEqual([true, false, true]);
  });

  it('ends with all of its listeners', () => {
    const stop = follow(0);
    grow(200);
    expect(running()).toHaveLength(2);
    stop();
    expect(running()).toEqual([]);
  });

  it('goes on where more changed at one moment than the server gives at once', () => {
    const MOMENT = 7;
    const all = Array.from({ length: 2 * MAX_LIST_ROWS + 50 }, () => MOMENT);
    const places = new Set<number>();
    const completed: boolean[] = [];
    const asked: (() => void)[] = [];
    followList<number>(
      (behind, onStretch) => {
        const rows = all.slice(behind, behind + MAX_LIST_ROWS);
        const next = rows.length === 0 ? null : behind + findHandoverIndex(rows) + 1;
        asked.push(() => {
          for (const index of rows.keys()) places.add(behind + index);
          onStretch({ size: rows.length, next, isCurrent: true });
        });
        return () => undefined;
      },
      0,
      (isComplete) => completed.push(isComplete),
    );
    for (let answer = asked.shift(); answer; answer = asked.shift()) answer();
    expect(places.size).toBe(all.length);
    expect(completed).toEqual([true]);
  });
});

describe('where the next listener begins', () => {
  it('is behind what no other commit can overtake any more', () => {
    expect(findHandoverIndex([1, 2, 3, 3 + OVERLAP_MS, 4 + OVERLAP_MS])).toBe(2);
  });

  it('is behind the last row where all changed at about one moment', () => {
    expect(findHandoverIndex([5, 6, 7])).toBe(2);
    expect(findHandoverIndex([])).toBe(-1);
  });
});

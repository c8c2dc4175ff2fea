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

/** Row n changes at time n. A listener receives rows after its start, oldest first, up to a limit. */
let rows = 0;
let listeners: Listener[] = [];
let completions: boolean[] = [];
let received = new Set<number>();

const running = () => listeners.filter(({ isRunning }) => isRunning);

function deliver({ after, onStretch }: Listener, isCurrent = true): void {
  const size = Math.max(0, Math.min(MAX_LIST_ROWS, rows - after));
  for (let row = after + 1; row <= after + size; row += 1) received.add(row);
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
    (isComplete) => completions.push(isComplete),
  );

/** Adds rows one by one and delivers each to every running listener. */
function grow(until: number): void {
  while (rows < until) {
    rows += 1;
    for (const listener of running()) deliver(listener);
  }
}

beforeEach(() => {
  rows = 0;
  listeners = [];
  completions = [];
  received = new Set();
});

describe('followList', () => {
  it('delivers a growing list without gaps and reports completeness once', () => {
    follow(0);
    running().forEach((listener) => deliver(listener));
    grow(1001);
    expect(received.size).toBe(1001);
    expect(completions).toEqual([true]);
    expect(running()).toHaveLength(1);
    expect(listeners.length).toBeGreaterThan(4);
  });

  it('keeps the previous listener until the next one is current', () => {
    follow(0);
    grow(200);
    expect(running().map(({ after }) => after)).toEqual([0, 200]);
    const [, next] = listeners;
    if (next) deliver(next, false);
    expect(completions).toEqual([true]);
    expect(running()).toHaveLength(2);
    grow(201);
    expect(running().map(({ after }) => after)).toEqual([200]);
    expect(completions).toEqual([true]);
  });

  it('reports a list longer than one page as complete only after the last page', () => {
    rows = 2 * MAX_LIST_ROWS + 10;
    follow(0);
    for (let round = 0; round < 3; round += 1) {
      expect(completions).toEqual([]);
      running().forEach((listener) => deliver(listener));
    }
    expect(completions).toEqual([true]);
    expect(received.size).toBe(rows);
  });

  it('reports a lost and a restored connection', () => {
    follow(0);
    grow(3);
    running().forEach((listener) => deliver(listener, false));
    running().forEach((listener) => deliver(listener));
    expect(completions).toEqual([true, false, true]);
  });

  it('stops all of its listeners', () => {
    const stop = follow(0);
    grow(200);
    expect(running()).toHaveLength(2);
    stop();
    expect(running()).toEqual([]);
  });

  it('continues if more rows changed at one moment than fit one page', () => {
    const MOMENT = 7;
    const all = Array.from({ length: 2 * MAX_LIST_ROWS + 50 }, () => MOMENT);
    const places = new Set<number>();
    const completed: boolean[] = [];
    const pending: (() => void)[] = [];
    followList<number>(
      (behind, onStretch) => {
        const rows = all.slice(behind, behind + MAX_LIST_ROWS);
        const next = rows.length === 0 ? null : behind + findHandoverIndex(rows) + 1;
        pending.push(() => {
          for (const index of rows.keys()) places.add(behind + index);
          onStretch({ size: rows.length, next, isCurrent: true });
        });
        return () => undefined;
      },
      0,
      (isComplete) => completed.push(isComplete),
    );
    for (let answer = pending.shift(); answer; answer = pending.shift()) answer();
    expect(places.size).toBe(all.length);
    expect(completed).toEqual([true]);
  });
});

describe('findHandoverIndex', () => {
  it('is the last row that no later commit can overtake', () => {
    expect(findHandoverIndex([1, 2, 3, 3 + OVERLAP_MS, 4 + OVERLAP_MS])).toBe(2);
  });

  it('is the last row if all rows changed at about one moment', () => {
    expect(findHandoverIndex([5, 6, 7])).toBe(2);
    expect(findHandoverIndex([])).toBe(-1);
  });
});

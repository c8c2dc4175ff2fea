import { describe, expect, it } from 'vitest';
import { type TimelineEntry, vitalsOf } from '../../src/bench/vitals';

const entry = (type: string, start: number, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  type,
  name: '',
  start,
  duration: 0,
  value: 0,
  ...more,
});
const task = (start: number, duration: number) => entry('longtask', start, { duration });
const paints = [
  entry('paint', 900, { name: 'first-paint' }),
  entry('paint', 1000, { name: 'first-contentful-paint' }),
  entry('largest-contentful-paint', 1000),
];

describe('the vitals of a load', () => {
  it('are its first and its last largest paint', () => {
    const { fcp, lcp } = vitalsOf([...paints, entry('largest-contentful-paint', 1800)]);
    expect([fcp, lcp]).toEqual([1000, 1800]);
  });

  it('count what long tasks take beyond 50 ms once something is painted', () => {
    expect(vitalsOf([...paints, task(1200, 90), task(1400, 51)]).tbt).toBe(41);
  });

  it('count of a task that paints in its midst only what comes after', () => {
    expect(vitalsOf([...paints, task(400, 500), task(900, 180)]).tbt).toBe(30);
  });

  it('add up every shift', () => {
    const shifts = [entry('layout-shift', 1100, { value: 0.1 }), entry('layout-shift', 1200)];
    expect(vitalsOf([...paints, ...shifts]).cls).toBeCloseTo(0.1);
  });

  it('can’t be read of a page that painted nothing', () => {
    expect(() => vitalsOf([task(400, 500)])).toThrow(RangeError);
  });
});

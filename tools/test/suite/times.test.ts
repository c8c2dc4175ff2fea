import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNextRun, getNextRuns } from '../../src/suite/scheduler';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);

describe('nominal times', () => {
  it('fall on the wall clock, every five minutes at :00, :05, :10', () => {
    const schedule = { name: 'publish', everyMinutes: 5 };
    expect(getNextRun(schedule, at('14:07:31'))).toBe(at('14:10:00'));
    expect(getNextRun(schedule, at('14:10:00'))).toBe(at('14:15:00'));
    expect(getNextRun(schedule, at('23:59:59'))).toBe(at('23:59:59') + 1000);
  });

  it('are after now, within one period and multiples of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 4e12 }), (everyMinutes, now) => {
        const next = getNextRun({ name: 'job', everyMinutes }, now);
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(everyMinutes * MINUTE_MS);
        expect(next % (everyMinutes * MINUTE_MS)).toBe(0);
      }),
    );
  });

  it('follow the order of the table if they coincide', () => {
    const table = [
      { name: 'publish', everyMinutes: 5 },
      { name: 'settle', everyMinutes: 5 },
      { name: 'sweep', everyMinutes: 15 },
    ];
    const names = (now: number) => getNextRuns(table, now).due.map(({ name }) => name);
    expect(names(at('14:01:00'))).toEqual(['publish', 'settle']);
    expect(names(at('14:11:00'))).toEqual(['publish', 'settle', 'sweep']);
  });
});

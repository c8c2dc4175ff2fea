import { describe, expect, it } from 'vitest';
import { formatPart, replacePart } from '../../src/bench/section';

const RUN = { at: new Date('2026-03-01T09:30:00Z'), machine: '2 cores' };
const part = (name: string, value: number) =>
  formatPart(name, 'What is measured', RUN, [
    { name: 'p50', value: 80, unit: 'ms' },
    { name: 'p95', value, unit: 'ms', below: 1000, details: '1.00 × blank' },
  ]);

describe('benchmark document', () => {
  it('shows values, limits and whether they were met, with the time and machine of the run', () => {
    const text = part('signals', 1200);
    expect(text).toContain('2026-03-01 09:30 UTC, `npm run bench -- signals`, on 2 cores.');
    expect(text).toContain('| p50 | 80 ms |  |  |  |');
    expect(text).toContain('| p95 | 1200 ms | 1.00 × blank | below 1000 ms | **no** |');
    expect(part('signals', 900)).toContain('| below 1000 ms | yes |');
  });

  it('replaces the section of the same name and keeps the others', () => {
    const first = replacePart(replacePart('', part('signals', 900)), part('landing', 800));
    const again = replacePart(first, part('signals', 700));
    expect(again).toContain('700 ms');
    expect(again).not.toContain('900 ms');
    expect(again).toContain('800 ms');
    expect(again.indexOf('## signals')).toBeLessThan(again.indexOf('## landing'));
    expect(replacePart(again, part('signals', 700))).toBe(again);
  });
});

// @vitest-environment jsdom
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it, vi } from 'vitest';

/** The offset that a new page starts with. */
async function loadOffset() {
  vi.resetModules();
  const { clockOffset } = await import('../../../src/data/core/clock');
  return clockOffset.get();
}

describe('the stored clock offset', () => {
  it('is restored from an earlier visit', async () => {
    localStorage.setItem('quantalgo.clock', '{"offset":5000}');
    expect(await loadOffset()).toEqual({ offset: 5000, roundTrip: Infinity });
  });

  it('never puts server time before the last contact if the clock was set back', async () => {
    localStorage.setItem('quantalgo.clock', '{"offset":0}');
    localStorage.setItem('quantalgo.contact', String(Date.now() + 2 * HOUR_MS));
    const offset = (await loadOffset())?.offset ?? 0;
    expect(Math.abs(offset - 2 * HOUR_MS)).toBeLessThan(1000);
  });

  it('is null on a new device', async () => {
    expect(await loadOffset()).toBeNull();
  });
});

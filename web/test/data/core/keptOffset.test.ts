// @vitest-environment jsdom
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it, vi } from 'vitest';

/** What a page that was just opened knows of the server's clock. */
async function atStart() {
  vi.resetModules();
  const { clockOffset } = await import('../../../src/data/core/clock');
  return clockOffset.get();
}

describe("the server's clock at a start without a network", () => {
  it('goes by what was measured in an earlier visit', async () => {
    localStorage.setItem('quantalgo.clock', '{"offset":5000}');
    expect(await atStart()).toEqual({ offset: 5000, roundTrip: Infinity });
  });

  it('is never earlier than the last contact, to whatever the device was set back', async () => {
    localStorage.setItem('quantalgo.clock', '{"offset":0}');
    localStorage.setItem('quantalgo.contact', String(Date.now() + 2 * HOUR_MS));
    const offset = (await atStart())?.offset ?? 0;
    expect(Math.abs(offset - 2 * HOUR_MS)).toBeLessThan(1000);
  });

  it('is unknown on a new device', async () => {
    expect(await atStart()).toBeNull();
  });
});

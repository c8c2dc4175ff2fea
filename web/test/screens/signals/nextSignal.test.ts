// @vitest-environment jsdom
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getSlotAudience } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getNextSignalTime } from '../../../src/screens/signals/SignalRoom';
import { member } from '../../support/member';
import { SLOT } from './signals';

const starter = member({ tier: 'starter' });
const essential = member({ tier: 'essential' });

describe('getNextSignalTime', () => {
  it('returns the next five-minute boundary for essential members', () => {
    expect(getNextSignalTime(essential, SLOT + 1)).toBe(SLOT + SLOT_MS);
    expect(getNextSignalTime(essential, SLOT)).toBe(SLOT + SLOT_MS);
  });

  it('returns the next basic slot for starter members', () => {
    const anyTime = fc.integer({ min: SLOT, max: SLOT + 30 * 24 * 3_600_000 });
    fc.assert(
      fc.property(anyTime, (now) => {
        const next = getNextSignalTime(starter, now);
        expect(getSlotAudience(next)).toBe('basic');
        expect(next - now).toBeGreaterThan(0);
        expect(next - now).toBeLessThanOrEqual(10 * SLOT_MS);
      }),
    );
  });
});

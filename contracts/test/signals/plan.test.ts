import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS, slotStart } from '../../src/core/slots';
import { DAY_MS } from '../../src/core/time';
import {
  BASIC_SIGNALS_PER_DAY,
  getSlotAudience,
  findNextBasicSlot,
} from '../../src/signals/signal';

const time = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });
const day = fc.integer({ min: 0, max: 40_000 }).map((number) => number * DAY_MS);

const basicSlots = (from: number, to: number): number[] => {
  const slots: number[] = [];
  for (let slot = from; slot < to; slot += SLOT_MS)
    if (getSlotAudience(slot) === 'basic') slots.push(slot);
  return slots;
};

describe('starter signal plan', () => {
  it('has exactly 30 signals in a UTC day', () => {
    fc.assert(
      fc.property(day, (midnight) => {
        expect(basicSlots(midnight, midnight + DAY_MS)).toHaveLength(BASIC_SIGNALS_PER_DAY);
      }),
    );
    expect(BASIC_SIGNALS_PER_DAY).toBe(30);
  });

  it('has nine or ten slots between signals, including across midnight', () => {
    fc.assert(
      fc.property(day, (midnight) => {
        const slots = basicSlots(midnight, midnight + 2 * DAY_MS);
        const waits = slots.slice(1).map((slot, index) => (slot - (slots[index] ?? 0)) / SLOT_MS);
        expect(Math.max(...waits)).toBeLessThanOrEqual(10);
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(9);
      }),
      { numRuns: 20 },
    );
  });

  it('is the same throughout a slot', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(getSlotAudience(at)).toBe(getSlotAudience(slotStart(at)));
      }),
    );
  });

  it('finds the next slot for starters without skipping one', () => {
    fc.assert(
      fc.property(time, (at) => {
        const next = findNextBasicSlot(at);
        expect(next).toBeGreaterThan(at);
        expect(getSlotAudience(next)).toBe('basic');
        expect(basicSlots(slotStart(at) + SLOT_MS, next)).toEqual([]);
      }),
    );
  });
});

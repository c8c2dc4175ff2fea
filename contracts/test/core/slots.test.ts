import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SLOT_MS,
  nextSlotStart,
  slotId,
  slotStart,
  parseSlotId,
  listSlotsBetween,
} from '../../src/core/slots';

const time = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });

describe('a slot', () => {
  it('is UTC time floored to five minutes, and named after it', () => {
    const at = Date.parse('2026-11-20T14:09:59.999Z');
    expect(new Date(slotStart(at)).toISOString()).toBe('2026-11-20T14:05:00.000Z');
    expect(slotId(at)).toBe('20261120T1405Z');
    expect(slotId(Date.parse('2026-12-31T23:59:00Z'))).toBe('20261231T2355Z');
  });

  it('holds each moment once: it begins at or before it and ends after it', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(slotStart(at)).toBeLessThanOrEqual(at);
        expect(nextSlotStart(at)).toBeGreaterThan(at);
        expect(nextSlotStart(at) - slotStart(at)).toBe(SLOT_MS);
      }),
    );
  });

  it('is found again by its id', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(parseSlotId(slotId(at))).toBe(slotStart(at));
      }),
    );
  });

  it('sorts by its id as by its time', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(slotId(a) < slotId(b)).toBe(slotStart(a) < slotStart(b));
      }),
    );
  });

  it.each([
    '',
    '20261120T1405',
    '20261120T1403Z',
    '20261320T1405Z',
    '20260230T1405Z',
    '20261120T2405Z',
    '2026-11-20T14:05Z',
    ' 20261120T1405Z',
  ])('has no such id: "%s"', (id) => {
    expect(() => parseSlotId(id)).toThrow(RangeError);
  });
});

describe('the slots between two runs', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);

  it('are those that neither run took', () => {
    expect(listSlotsBetween(at('14:05:02'), at('14:20:01'))).toEqual([
      at('14:10:00'),
      at('14:15:00'),
    ]);
  });

  it('are none for one run after the other, for one slot, and backwards', () => {
    expect(listSlotsBetween(at('14:05:00'), at('14:10:00'))).toEqual([]);
    expect(listSlotsBetween(at('14:05:00'), at('14:09:59'))).toEqual([]);
    expect(listSlotsBetween(at('14:20:00'), at('14:05:00'))).toEqual([]);
  });
});

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

describe('slot', () => {
  it('starts at UTC time floored to five minutes and is named after it', () => {
    const at = Date.parse('2026-11-20T14:09:59.999Z');
    expect(new Date(slotStart(at)).toISOString()).toBe('2026-11-20T14:05:00.000Z');
    expect(slotId(at)).toBe('20261120T1405Z');
    expect(slotId(Date.parse('2026-12-31T23:59:00Z'))).toBe('20261231T2355Z');
  });

  it('starts at or before each of its moments and ends after it', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(slotStart(at)).toBeLessThanOrEqual(at);
        expect(nextSlotStart(at)).toBeGreaterThan(at);
        expect(nextSlotStart(at) - slotStart(at)).toBe(SLOT_MS);
      }),
    );
  });

  it('is restored from its id', () => {
    fc.assert(
      fc.property(time, (at) => {
        expect(parseSlotId(slotId(at))).toBe(slotStart(at));
      }),
    );
  });

  it('sorts the same by id as by time', () => {
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
  ])('rejects the id "%s"', (id) => {
    expect(() => parseSlotId(id)).toThrow(RangeError);
  });
});

describe('listSlotsBetween', () => {
  const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);

  it('lists the slots that neither run covered', () => {
    expect(listSlotsBetween(at('14:05:02'), at('14:20:01'))).toEqual([
      at('14:10:00'),
      at('14:15:00'),
    ]);
  });

  it('is empty for consecutive slots, the same slot and a reversed range', () => {
    expect(listSlotsBetween(at('14:05:00'), at('14:10:00'))).toEqual([]);
    expect(listSlotsBetween(at('14:05:00'), at('14:09:59'))).toEqual([]);
    expect(listSlotsBetween(at('14:20:00'), at('14:05:00'))).toEqual([]);
  });
});

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { CONFIRM_TIMEOUT_MS, isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { confirmSignal } from '../../../src/domain/record/confirmation';
import { NO_CLOSE } from '../../../src/domain/record/record';
import { NOON } from '../../candles';

const ENTRY = NOON + SLOT_MS;

/** Two hours of candles up to the entry, alternating by a thousandth; the last closes at `close`. */
const candlesTo = (close: number): Candle[] =>
  Array.from({ length: 24 }, (_, back) => {
    const at = 1.1 + (back % 2) / 1000;
    const price = back === 0 ? close : at;
    const time = ENTRY - (back + 1) * SLOT_MS;
    return { time, open: at, high: at, low: at, close: price, volume: 0 };
  }).reverse();

const call = { id: slotId(NOON), direction: 'CALL', worstPrice: 1.1, createdAt: NOON } as const;
const put = { ...call, direction: 'PUT' } as const;

describe('confirmSignal', () => {
  it('confirms a signal up to and including its worst price', () => {
    const close = { at: ENTRY, price: 1.1 };
    expect(confirmSignal(call, candlesTo(1.1), ENTRY)).toEqual({ slot: call.id, go: true, close });
    expect(confirmSignal(put, candlesTo(1.1), ENTRY).go).toBe(true);
  });

  it('rejects an entry past the worst price, depending on the direction', () => {
    expect(confirmSignal(call, candlesTo(1.1001), ENTRY).go).toBe(false);
    expect(confirmSignal(put, candlesTo(1.1001), ENTRY).go).toBe(true);
    expect(confirmSignal(call, candlesTo(1.0999), ENTRY).go).toBe(true);
    expect(confirmSignal(put, candlesTo(1.0999), ENTRY).go).toBe(false);
  });

  it('rejects the entry with a reason if its candle is missing', () => {
    const close = { at: ENTRY, price: null, reason: NO_CLOSE.missing };
    const older = candlesTo(1.1).slice(0, -1);
    expect(confirmSignal(call, older, ENTRY)).toEqual({ slot: call.id, go: false, close });
    expect(confirmSignal(call, [], ENTRY).go).toBe(false);
  });

  it('rejects the entry after an unconfirmed jump, even to a better price', () => {
    expect(confirmSignal(call, candlesTo(0.9), ENTRY)).toMatchObject({
      go: false,
      close: { price: null, reason: NO_CLOSE.doubtful },
    });
  });

  it('uses the stored close instead of the candles', () => {
    const beyond = confirmSignal(call, candlesTo(1.1), ENTRY, 1.1001);
    expect(beyond).toEqual({ slot: call.id, go: false, close: { at: ENTRY, price: 1.1001 } });
    expect(confirmSignal(call, [], ENTRY, 1.1).go).toBe(true);
    expect(confirmSignal(call, candlesTo(1.1), ENTRY, { firstReadAt: ENTRY })).toMatchObject({
      go: false,
      close: { price: null, reason: NO_CLOSE.doubtful },
    });
  });

  it('rejects the entry if the check is too late', () => {
    const limit = ENTRY + CONFIRM_TIMEOUT_MS;
    expect(confirmSignal(call, candlesTo(1.1), limit).go).toBe(true);
    expect(confirmSignal(call, candlesTo(1.1), limit + 1)).toMatchObject({
      go: false,
      close: { price: null },
    });
  });

  it('never confirms an entry past the worst price', () => {
    const price = fc.double({ min: 1.09, max: 1.11, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(call, put), price, (signal, close) => {
        const { go } = confirmSignal(signal, candlesTo(close), ENTRY);
        expect(go && isPastWorst(signal, close)).toBe(false);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../src/core/slots';
import {
  getEntryWindowEnd,
  getSignalPhase,
  getSignalStatus,
  type Settlement,
} from '../../src/signals/signal';

const SLOT = Date.parse('2026-11-20T14:05:00Z');
const signal = { createdAt: SLOT, expiresAt: getEntryWindowEnd(SLOT), settlement: null };
const settlement: Settlement = {
  outcome: 'loss',
  level: null,
  closes: [],
  source: 'simulated',
  fetchedAt: SLOT,
  settledAt: SLOT,
};

const at = (clock: string) => Date.parse(`2026-11-20T${clock}Z`);

describe('signal of 14:05', () => {
  it.each([
    ['14:05:00.000', { name: 'open', entersIn: 300_000 }],
    ['14:09:59.999', { name: 'open', entersIn: 1 }],
    ['14:10:00.000', { name: 'checking', closesIn: 10_000 }],
    ['14:10:09.999', { name: 'checking', closesIn: 1 }],
    ['14:10:10.000', { name: 'no-go' }],
    ['14:10:29.999', { name: 'no-go' }],
    ['14:10:30.000', { name: 'running', level: 0, endsAt: at('14:15:00') }],
    ['14:14:59.999', { name: 'running', level: 0, endsAt: at('14:15:00') }],
    ['14:15:00.000', { name: 'running', level: 1, endsAt: at('14:20:00') }],
    ['14:20:00.000', { name: 'running', level: 2, endsAt: at('14:25:00') }],
    ['14:25:00.000', { name: 'running', level: 3, endsAt: at('14:30:00') }],
    ['14:29:59.999', { name: 'running', level: 3, endsAt: at('14:30:00') }],
    ['14:30:00.000', { name: 'judging' }],
    ['23:59:59.999', { name: 'judging' }],
  ])('has at %s the phase %o', (clock, phase) => {
    expect(getSignalPhase(signal, at(clock))).toEqual(phase);
  });

  it.each([
    ['14:09:59.999', true, { name: 'open', entersIn: 1 }],
    ['14:10:00.000', true, { name: 'enter-now', closesIn: 30_000 }],
    ['14:10:29.999', true, { name: 'enter-now', closesIn: 1 }],
    ['14:10:00.000', false, { name: 'no-go' }],
    ['14:10:29.999', false, { name: 'no-go' }],
    ['14:10:30.000', false, { name: 'running', level: 0, endsAt: at('14:15:00') }],
  ])('has at %s, if confirmed as %s, the phase %o', (clock, entered, phase) => {
    expect(getSignalPhase({ ...signal, entered }, at(clock))).toEqual(phase);
  });

  it('is settled at any time once it has a settlement', () => {
    fc.assert(
      fc.property(fc.integer({ min: SLOT - 1e9, max: SLOT + 1e9 }), (now) => {
        expect(getSignalPhase({ ...signal, settlement }, now)).toEqual({
          name: 'settled',
          settlement,
        });
      }),
    );
  });

  it('moves through its phases in order', () => {
    const order = ['open', 'checking', 'enter-now', 'no-go', 'running', 'judging'];
    const time = fc.integer({ min: SLOT, max: SLOT + 10 * SLOT_MS });
    const entered = fc.constantFrom(true, false, undefined);
    fc.assert(
      fc.property(time, time, entered, (a, b, isEntered) => {
        const confirmed = { ...signal, ...(isEntered !== undefined && { entered: isEntered }) };
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map((now) =>
          order.indexOf(getSignalPhase(confirmed, now).name),
        );
        expect(earlier).toBeLessThanOrEqual(later ?? -1);
      }),
    );
  });

  it('is active until its entry window closes, then expired', () => {
    expect(getSignalStatus(signal, at('14:10:29.999'))).toBe('active');
    expect(getSignalStatus(signal, at('14:10:30'))).toBe('expired');
  });
});

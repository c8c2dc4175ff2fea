import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiSignalSchema, receivedSignalSchema, toApiSignal } from '../../src/signals/apiSignal';
import { STATED_PAYOUT } from '../../src/signals/payout';
import { getVerdict } from '../../src/signals/verdict';
import { arbitrarySignal } from './arbitrarySignal';

const now = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });

const onTheWire = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('API signal', () => {
  it('parses to the stored signal', () => {
    fc.assert(
      fc.property(arbitrarySignal, now, (signal, at) => {
        const received = receivedSignalSchema.parse(onTheWire(toApiSignal(signal, at)));
        expect(received).toEqual(signal);
      }),
    );
  });

  it('matches its schema', () => {
    fc.assert(
      fc.property(arbitrarySignal, now, (signal, at) => {
        const sent = toApiSignal(signal, at);
        expect(apiSignalSchema.parse(onTheWire(sent))).toEqual(sent);
      }),
    );
  });

  it('starts with the verdict at the requested payout, or the stated one by default', () => {
    const payouts = fc.option(fc.double({ min: 0.1, max: 2, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(arbitrarySignal, payouts, (signal, payout) => {
        const sent = toApiSignal(signal, 0, payout);
        expect(Object.keys(sent)[0]).toBe('verdict');
        expect(sent.verdict).toEqual(getVerdict(signal, payout ?? STATED_PAYOUT));
      }),
    );
  });

  it('uses buy and sell, and has no outcome before settlement', () => {
    fc.assert(
      fc.property(arbitrarySignal, now, (signal, at) => {
        const { signalType, outcome, status } = toApiSignal(signal, at);
        expect(signalType).toBe(signal.direction === 'CALL' ? 'buy' : 'sell');
        expect(outcome).toBe(signal.settlement === null ? null : signal.settlement.outcome);
        expect(status).toBe(at < signal.expiresAt ? 'active' : 'expired');
      }),
    );
  });

  it('can be parsed with unknown fields from a newer server', () => {
    fc.assert(
      fc.property(arbitrarySignal, now, (signal, at) => {
        const newer = { ...toApiSignal(signal, at), volatility: 3, settledBy: 'x' };
        expect(receivedSignalSchema.parse(onTheWire(newer))).toEqual(signal);
      }),
    );
  });
});

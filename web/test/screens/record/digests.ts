import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import type { SignalEnd } from '@quantalgo/contracts/signals/signalEnd';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import fc from 'fast-check';
import type { SignalDigest } from '../../../src/data/signals/useDigests';

export const FROM = Date.UTC(2026, 10, 1);

const price = fc.option(fc.integer({ min: 1, max: 5 }), { freq: 9 });
const closes = fc.array(
  price.map((at) => ({ price: at })),
  { minLength: 5, maxLength: 5 },
);

const ending: fc.Arbitrary<SignalEnd> = fc.oneof(
  fc.record({
    outcome: fc.constant('profit' as const),
    level: fc.constantFrom(...LEVELS),
    closes,
  }),
  fc.record({ outcome: fc.constant('loss' as const), level: fc.constant(null), closes }),
  fc.record({ outcome: fc.constant('break-even' as const), level: fc.constant(null), closes }),
);

const digest = (slot: number): fc.Arbitrary<SignalDigest> =>
  fc.record({
    id: fc.constant(slotId(FROM + slot * SLOT_MS)),
    pair: fc.constantFrom(...DEFAULT_PAIRS),
    direction: fc.constantFrom('CALL' as const, 'PUT' as const),
    strategy: fc.constantFrom('trend', 'breakout', '=cmd()'),
    audience: fc.constant('basic' as const),
    source: fc.constant('simulated' as const),
    confidence: fc.record({ value: fc.integer({ min: 80, max: 99 }) }),
    firstEntry: fc
      .integer({ min: 40, max: 60 })
      .map((value) => ({ value, low: value - 2, high: value + 2 })),
    ending: fc.option(ending, { freq: 6 }),
  });

/** Signals over about three weeks, newest first, some of them unsettled. */
export const history: fc.Arbitrary<SignalDigest[]> = fc
  .uniqueArray(fc.nat({ max: 6000 }), { maxLength: 40 })
  .chain((slots) =>
    fc.tuple(...slots.sort((one, other) => other - one).map((slot) => digest(slot))),
  );

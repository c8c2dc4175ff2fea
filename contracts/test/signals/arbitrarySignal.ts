import fc from 'fast-check';
import { SLOT_MS, slotId } from '../../src/core/slots';
import { LEVELS } from '../../src/signals/ladder';
import {
  AUDIENCES,
  getEntryWindowEnd,
  sourceSchema,
  type Settlement,
  type Signal,
} from '../../src/signals/signal';

const time = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });
const price = fc.double({ min: 1e-5, max: 1e6, noNaN: true });
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const probability = fc.record({ value: percent, low: percent, high: percent });
const sha256 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
const letters = fc.stringMatching(/^[A-Z]{6}$/);

/** Any pair, OTC or not. */
export const arbitraryPair = fc.oneof(
  letters,
  letters.map((pair) => `${pair}-OTC`),
);

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const judged = {
  closes: fc.array(fc.record({ at: time, price: fc.option(price) }), { maxLength: 5 }),
  source: fc.constantFrom(...sourceSchema.options),
  fetchedAt: time,
  settledAt: time,
};

export const arbitrarySettlement: fc.Arbitrary<Settlement> = fc.oneof(
  fc.record({ outcome: fc.constant('profit'), level: fc.constantFrom(...LEVELS), ...judged }),
  fc.record({ outcome: fc.constant('loss'), level: fc.constant(null), ...judged }),
  fc.record({ outcome: fc.constant('break-even'), level: fc.constant(null), ...judged }),
);

/** Any storable signal, settled or not. */
export const arbitrarySignal: fc.Arbitrary<Signal> = fc
  .record({
    slot: time.map((at) => at - (at % SLOT_MS)),
    pair: arbitraryPair,
    direction: fc.constantFrom('CALL', 'PUT'),
    strategy: fc.string(),
    audience: fc.constantFrom(...AUDIENCES),
    reasons: fc.array(fc.string(), { maxLength: 3 }),
    entryPrice: price,
    worstPrice: price,
    confidence: probability,
    firstEntry: probability,
    moves: percent,
    calibration: fc.string(),
    publishedAt: time,
    updatedAt: time,
    source: fc.constantFrom(...sourceSchema.options),
    seeded: fc.boolean(),
    ledgerSeq: fc.nat(),
    salt: sha256,
    settlement: fc.option(arbitrarySettlement),
    entered: fc.constantFrom(true, false, undefined),
    restatesOdds: fc.constantFrom(true, undefined),
    entryOdds: fc.option(percent, { nil: undefined }),
  })
  .map(({ slot, entered, restatesOdds, entryOdds, ...signal }) => ({
    ...signal,
    ...(entered !== undefined && { entered }),
    ...(restatesOdds !== undefined && { restatesOdds }),
    ...(entryOdds !== undefined && { entryOdds }),
    id: slotId(slot),
    createdAt: slot,
    expiresAt: getEntryWindowEnd(slot),
  }));

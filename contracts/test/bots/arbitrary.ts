import fc from 'fast-check';
import type { Configuration } from '../../src/bots/configuration';
import type { PaperSignal } from '../../src/bots/results';
import { SLOT_MS, slotId } from '../../src/core/slots';
import { evaluateLadder } from '../../src/signals/ladder';
import { LADDER_RULES } from '../../src/signals/rules';
import { type VerdictName, VERDICTS } from '../../src/signals/verdict';

/** Start of the generated signals: a Sunday evening, so that they soon cross midnight. */
export const START = Date.parse('2026-11-15T21:00:00Z');

const PAIRS = ['EURUSD', 'GBPUSD', 'XAUUSD'] as const;

const cents = (min: number, max: number) => fc.integer({ min, max });

const after = (slots: number) => START + slots * SLOT_MS;

const hours = fc
  .record({ from: cents(0, 24), to: cents(0, 24) })
  .filter(({ from, to }) => from % 24 !== to % 24);

const pauses = fc.array(
  fc.record({ from: cents(0, 70).map(after), until: fc.option(cents(0, 70).map(after)) }),
  { maxLength: 2 },
);

const verdicts: fc.Arbitrary<Configuration['verdicts']> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<VerdictName[]>([...VERDICTS]) },
  { weight: 1, arbitrary: fc.subarray<VerdictName>([...VERDICTS], { minLength: 1 }) },
);

/** Any configuration, mostly one that trades and sometimes goes broke. */
export const arbitraryConfiguration: fc.Arbitrary<Configuration> = fc.record({
  balance: cents(1_000, 40_000),
  stake: fc.oneof(
    fc.record({ kind: fc.constant('fixed' as const), cents: cents(10, 4_000) }),
    fc.record({ kind: fc.constant('percent' as const), hundredths: cents(10, 2_500) }),
  ),
  levels: cents(1, 4),
  payout: cents(10, 200).map((percent) => percent / 100),
  verdicts,
  pairs: fc.option(fc.subarray([...PAIRS], { minLength: 1 }), { freq: 3 }),
  hours: fc.option(hours, { freq: 3 }),
  maxOpenTrades: cents(1, 5),
  stopLoss: fc.option(cents(100, 5_000), { freq: 3 }),
  stopLadders: fc.option(cents(1, 4), { freq: 3 }),
  pauses,
  since: fc.oneof(fc.constant(START), cents(0, 30).map(after)),
});

const DIRECTIONS = ['CALL', 'PUT'] as const;

/** The random parts of a signal: its presence, odds, closes and settlement. */
const drawn = fc.record({
  present: fc.integer({ min: 0, max: 4 }),
  pair: fc.constantFrom(...PAIRS),
  direction: fc.constantFrom(...DIRECTIONS),
  odds: cents(30, 75),
  width: cents(0, 12),
  moves: fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 4, maxLength: 4 }),
  hole: fc.integer({ min: 0, max: 19 }),
  settled: fc.integer({ min: 0, max: 19 }),
  isWhole: fc.boolean(),
  entered: fc.constantFrom(undefined, undefined, true, true, false),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function buildCloses({ moves, hole }: Drawn): { price: number | null }[] {
  let price = 100;
  const prices = [price, ...moves.map((move) => (price += move))];
  return prices.map((one, at) => ({ price: at === hole ? null : one }));
}

/** The ending by the record's rules. A signal revealed late is lost whatever its closes are. */
function buildEnding(one: Drawn): PaperSignal['ending'] {
  if (one.settled === 0) return null;
  const closes = buildCloses(one);
  if (one.settled === 1) return { outcome: 'loss', level: null, closes, isLate: true };
  const prices = closes.map(({ price }) => price);
  for (let seen = one.isWhole ? prices.length : 2; ; seen += 1) {
    const verdict = evaluateLadder(one.direction, prices.slice(0, seen), LADDER_RULES);
    if (verdict) return { ...verdict, closes: closes.slice(0, seen) };
  }
}

function buildPaperSignal(one: Drawn, place: number): PaperSignal {
  const { pair, direction, odds: value, width, entered } = one;
  return {
    id: slotId(after(place)),
    pair,
    direction,
    firstEntry: { value, low: value - width, high: value + width },
    confidence: { value: Math.min(99, 80 + value / 4) },
    ending: buildEnding(one),
    ...(entered !== undefined && { entered }),
  };
}

/** Signals in slot order, some with missing prices, unsettled or late, with gaps between them. */
export const arbitrarySignals: fc.Arbitrary<readonly PaperSignal[]> = fc
  .array(drawn, { minLength: 1, maxLength: 60 })
  .map((all) =>
    all.flatMap((one, place) => (one.present === 0 ? [] : [buildPaperSignal(one, place)])),
  )
  .filter((all) => all.length > 0);

/** A time around the end of the signals, not always late enough for all to settle. */
export const arbitraryNow = cents(0, 75).map(after);

import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { toPushedSignal } from '@quantalgo/contracts/signals/pushed';
import { type Signal, getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDeviceZone } from '../../../src/domain/push/preferences';
import { formatNoGoPush, formatSignalPush } from '../../../src/domain/push/texts';
import { STRATEGIES } from '../../../src/domain/signals/strategies/registry';
import type { Candle } from '../../../src/domain/market/candles';
import { LOOKBACK, type Windows } from '../../../src/domain/signals/strategies/strategy';
import { NOON, someCandles } from '../../candles';

/** A number with the most digits. */
const LONG = 93.12345678901234;

const chance = { value: LONG, low: LONG, high: LONG };

const longest = (texts: readonly (readonly string[])[]): readonly string[] =>
  texts.reduce((one, other) =>
    JSON.stringify(other).length > JSON.stringify(one).length ? other : one,
  );

/** End times within each market session, after its opening hour. */
const ENDS = [2, 9, 15].map((hour) => NOON - 12 * HOUR_MS + hour * HOUR_MS);

/** A pair next to another with its candles reversed. */
const createWindows = (candles: readonly Candle[]): Windows => ({
  pair: 'EURUSD',
  windows: new Map([
    ['EURUSD', candles],
    [
      'GBPUSD',
      candles.toReversed().map((candle, at) => ({ ...candle, time: candles[at]?.time ?? 0 })),
    ],
  ]),
});

/** A strategy’s longest reasons over many markets. */
const findLongestReasons = ({ evaluate }: (typeof STRATEGIES)[number]): readonly string[] =>
  longest(
    ENDS.flatMap((end) => fc.sample(someCandles(LOOKBACK, end), { numRuns: 200, seed: 1 })).map(
      (candles) => evaluate(candles, createWindows(candles))?.reasons() ?? [],
    ),
  );

const createSignal = (strategy: (typeof STRATEGIES)[number]): Signal => ({
  id: slotId(NOON),
  pair: 'XAUUSD-OTC',
  direction: 'CALL',
  strategy: strategy.id,
  audience: 'order-flow',
  reasons: [...findLongestReasons(strategy)],
  entryPrice: 12345.67891,
  worstPrice: 12345.67891,
  confidence: chance,
  firstEntry: chance,
  calibration: `${strategy.id}/${slotId(NOON)}/n100000`,
  createdAt: NOON,
  publishedAt: NOON + 1200,
  updatedAt: NOON + 1200,
  expiresAt: getEntryWindowEnd(NOON),
  source: 'twelvedata',
  seeded: false,
  ledgerSeq: 10_000_000,
  salt: 'a'.repeat(64),
  settlement: null,
});

/** A signal’s push with a receipt, in the zone with the longest name. */
function createPayload(signal: Signal): PushPayload {
  return {
    id: 'a'.repeat(20),
    event: 'signal',
    ...formatSignalPush(signal, 'paper', getDeviceZone('device', 'Pacific/Chatham')),
    silent: false,
    member: 'a'.repeat(28),
    signal: toPushedSignal(signal),
    sentAt: NOON,
    until: getEntryWindowEnd(NOON),
    receipt: `${'a'.repeat(20)}.${'a'.repeat(64)}.${NOON}.${'a'.repeat(24)}`,
  };
}

it.each(STRATEGIES.map((strategy) => [strategy.id, strategy] as const))(
  'a push for a signal of %s fits into a kilobyte',
  (_, strategy) => {
    const signal = createSignal(strategy);
    expect(signal.reasons).not.toEqual([]);
    // Each number in them may have a digit more than those that came up.
    const spare = 2 * signal.reasons.length;
    const bytes = Buffer.byteLength(JSON.stringify(createPayload(signal))) + spare;
    expect(bytes).toBeLessThanOrEqual(1024);
  },
);

it('keeps a no-go push under a kilobyte', () => {
  for (const strategy of STRATEGIES) {
    const signal = createSignal(strategy);
    const words = formatNoGoPush(signal, getDeviceZone('device', 'Pacific/Chatham'));
    const payload = {
      ...createPayload(signal),
      ...words,
      ended: true,
      entered: false,
      receipt: null,
    };
    const spare = 2 * signal.reasons.length;
    expect(Buffer.byteLength(JSON.stringify(payload)) + spare).toBeLessThanOrEqual(1024);
  }
});

it('keeps an outcome push under one and a half kilobytes', () => {
  const closes = Array.from({ length: LEVELS.length + 1 }, (_, level) => ({
    at: NOON + (level + 1) * SLOT_MS,
    price: 12345.67891,
  }));
  for (const strategy of STRATEGIES) {
    const fetched = { source: 'twelvedata', fetchedAt: NOON, settledAt: NOON } as const;
    const settlement = { outcome: 'break-even', level: null, closes, ...fetched } as const;
    const payload = { ...createPayload({ ...createSignal(strategy), settlement }), entered: false };
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(1536);
  }
});

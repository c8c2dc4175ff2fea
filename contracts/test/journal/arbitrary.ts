import fc from 'fast-check';
import { SLOT_MS, slotId } from '../../src/core/slots';
import type { JournalTrade } from '../../src/journal/entry';
import { type CountedTrade, toCountedTrades, type ResultEntry } from '../../src/journal/results';
import { settleEntry } from '../../src/journal/settle';
import { VERDICTS } from '../../src/signals/verdict';

const START = Date.parse('2026-11-15T21:00:00Z');

const price = fc.integer({ min: 9_990, max: 10_010 }).map((one) => one / 10_000);

const trade = (level: number): fc.Arbitrary<JournalTrade> =>
  fc.record({
    level: fc.constant(level),
    stake: fc.option(fc.integer({ min: 1, max: 50_000 }), { freq: 9 }),
    price: fc.option(price, { freq: 1 }),
    close: fc.option(price, { freq: 1 }),
    at: fc.option(fc.constant('2026-11-20T13:40:20.000Z'), { freq: 1 }),
  });

const trades = fc
  .integer({ min: 1, max: 4 })
  .chain((levels) => fc.tuple(...Array.from({ length: levels }, (_, level) => trade(level))));

/** May be open or flat, lack stakes, or have the broker's prices. */
const entry = (slot: number): fc.Arbitrary<ResultEntry> =>
  fc
    .record({
      pair: fc.constantFrom('EURUSD', 'USDJPY', null),
      direction: fc.constantFrom('CALL' as const, 'PUT' as const),
      broker: fc.constantFrom('', 'Pocket Option', 'Quotex'),
      tags: fc.subarray(['news', 'calm']),
      verdict: fc.constantFrom(null, ...VERDICTS),
      payout: fc.integer({ min: 10, max: 200 }).map((percent) => percent / 100),
      trades,
      closes: fc.array(fc.option(price, { freq: 9 }), { maxLength: 5 }),
    })
    .map(({ trades: written, closes, ...rest }) => ({
      ...rest,
      id: slotId(START + slot * SLOT_MS),
      result: settleEntry(
        { trades: written, payout: rest.payout, pair: 'EURUSD', direction: rest.direction },
        {
          pair: 'EURUSD',
          direction: rest.direction,
          closes: closes.map((one) => ({ price: one })),
        },
        null,
      ),
    }));

/** Entries with distinct slots. */
export const arbitraryEntries = (maxEntries = 30): fc.Arbitrary<readonly ResultEntry[]> =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 3 * maxEntries }), { maxLength: maxEntries })
    .chain((slots) => fc.tuple(...slots.map(entry)));

export const arbitraryTrades = (maxEntries = 30): fc.Arbitrary<readonly CountedTrade[]> =>
  arbitraryEntries(maxEntries).map((entries) => entries.flatMap(toCountedTrades));

import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { storeCharts } from '@quantalgo/functions/platform/record/charts';
import { completeLog } from '@quantalgo/functions/platform/record/log';
import { runPublisher } from '@quantalgo/functions/platform/record/publish';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { settleDue } from '@quantalgo/functions/platform/record/settle';
import { describe, expect, it } from 'vitest';
import { openEmulatedProject } from '../../../../functions/test/server/emulated';
import { COUNTED as RECKONED } from '../../../src/capacity/costs';
import { measureOperations, type Operations } from './countOperations';
import { storeLongRecord } from './longRecord';

const ENTRIES = { short: 200, long: 2000 };
/** A Wednesday, when all markets are open. */
const FROM = Date.parse('2026-11-18T08:00:00Z');
/** Slots that are published and settled: some before anything is counted, while the first calibrations are fitted. */
const UNCOUNTED = 12;
const COUNTED = 12;
const JOB_STARTS_AFTER_MS = 1000;

const market = createSimulatedMarket(DEFAULT_PAIRS);

const add = (sum: Operations, { reads, writes }: Operations) => {
  sum.reads += reads;
  sum.writes += writes;
};

/** The operations of publishing and settling the same slots behind a record of so many entries. */
async function costBehind(entries: number) {
  const server = openEmulatedProject(`demo-server-growth-${entries}`);
  const { database } = server;
  const publish = { reads: 0, writes: 0 };
  const settle = { reads: 0, writes: 0 };
  try {
    await server.clear();
    await storeLongRecord(database, entries, FROM);
    await completeLog(database);
    for (let index = 0; index < UNCOUNTED + COUNTED; index += 1) {
      const slot = FROM + index * SLOT_MS;
      const job = { market, clock: () => slot + JOB_STARTS_AFTER_MS };
      const published = await measureOperations(database, (own) => runPublisher(own, slot, job));
      const settled = await measureOperations(database, async (own) => {
        await settleDue(own, job);
        await storeCharts(own, job);
      });
      if (index < UNCOUNTED) continue;
      add(publish, published);
      add(settle, settled);
    }
  } finally {
    await server.close();
  }
  return { publish, settle };
}

describe('long record', () => {
  it('costs no more per slot than a short one, and as much as docs/costs.md assumes', async () => {
    const short = await costBehind(ENTRIES.short);
    const long = await costBehind(ENTRIES.long);
    for (const job of ['publish', 'settle'] as const) {
      expect(long[job].reads).toBe(short[job].reads);
      // A tile of the log becomes full every 256 entries, wherever that falls.
      expect(Math.abs(long[job].writes - short[job].writes)).toBeLessThanOrEqual(1);
    }
    for (const job of ['publish', 'settle'] as const)
      expect({
        reads: (short[job].reads / COUNTED).toFixed(2),
        writes: (short[job].writes / COUNTED).toFixed(2),
      }).toEqual({
        reads: RECKONED[job].reads.toFixed(2),
        writes: RECKONED[job].writes.toFixed(2),
      });
  });
});

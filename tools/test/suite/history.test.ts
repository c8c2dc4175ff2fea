import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, pairSchema } from '@quantalgo/contracts/market/pairs';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { LADDER_RULES as rules } from '@quantalgo/contracts/signals/rules';
import { directionSchema } from '@quantalgo/contracts/signals/signal';
import { fitCalibration } from '@quantalgo/functions/domain/signals/calibration/fit';
import { runTrials } from '@quantalgo/functions/domain/signals/calibration/trials';
import type { Contender } from '@quantalgo/functions/domain/signals/selection';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { decideOnMarket } from '@quantalgo/functions/platform/record/publish';
import { gatherCandles, type MarketData } from '@quantalgo/functions/platform/market/marketData';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import type { Write } from '@quantalgo/functions/platform/record/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findHistoryStart, buildHistory } from '../../src/suite/seed';

/** Start of a slot: Friday 20 November 2026, 12:00 UTC. */
const NOON = Date.UTC(2026, 10, 20, 12);
const market = createSimulatedMarket(DEFAULT_PAIRS);

async function fitContenders(slot: number): Promise<Contender[]> {
  const { candles } = await gatherCandles(market, slot, 1500);
  const trials = runTrials(candles, STRATEGIES, rules);
  return STRATEGIES.map((strategy, index) => ({
    strategy,
    calibration: fitCalibration(strategy, trials[index] ?? [], {
      slot,
      source: market.source,
      rules,
    }),
  }));
}

const recentSchema = z.object({ pair: pairSchema, direction: directionSchema });

const under = (writes: readonly Write[], collection: string) =>
  writes.filter(({ path }) => path.startsWith(`${collection}/`));
const getData = (writes: readonly Write[], path: string) =>
  writes.find((write) => write.path === path)?.data;

describe('buildHistory', () => {
  let writes: Write[] = [];
  let contenders: Contender[] = [];
  const now = NOON + 30_000;
  beforeAll(async () => {
    const from = findHistoryStart(market, NOON);
    contenders = await fitContenders(from);
    ({ writes } = await buildHistory(market, contenders, { from, now }));
  });

  it('creates a seeded signal in each of the 288 slots before the current one', () => {
    const signals = under(writes, 'signals');
    expect(signals).toHaveLength(288);
    expect(signals[0]?.path).toBe(`signals/${slotId(NOON - DAY_MS)}`);
    expect(signals.at(-1)?.path).toBe(`signals/${slotId(NOON - SLOT_MS)}`);
    expect(signals.every(({ data }) => data['seeded'] === true)).toBe(true);
  });

  it('creates the signals that the publisher decides on', async () => {
    const slot = NOON - 20 * SLOT_MS;
    const recent = [1, 2, 3, 4].map((slots) => {
      const before = slot - slots * SLOT_MS;
      const { pair, direction } = recentSchema.parse(getData(writes, `signals/${slotId(before)}`));
      return { slot: before, pair, direction };
    });
    const decision = await decideOnMarket(market, slot, contenders, recent);
    if (decision.state !== 'published') throw new Error('The simulated market is always open');
    expect(getData(writes, `signals/${slotId(slot)}`)).toMatchObject(decision.draft.sealed);
  });

  it('settles old signals and leaves recent ones to the settling job', () => {
    const isOpen = ({ data }: Write) => data['settlement'] === null;
    const waiting = under(writes, 'signals').filter(isOpen);
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.length).toBeLessThanOrEqual(5);
    const oldest = slotId(NOON - 5 * SLOT_MS);
    for (const { path } of waiting) expect(path >= `signals/${oldest}`).toBe(true);
  });

  it('counts each settlement once, in the statistics and in the ledger', () => {
    const settled = under(writes, 'signals').filter(({ data }) => data['settlement'] !== null);
    const counters = performanceCountersSchema.parse(getData(writes, 'stats/performance'));
    expect(counters).toMatchObject({ settled: settled.length, missedSlots: 0 });
    const entries = under(writes, 'ledger').filter(({ data }) => data['type'] === 'settlement');
    expect(entries).toHaveLength(settled.length);
  });

  it('leaves the current slot to the publisher if there is time to publish it', () => {
    expect(getData(writes, 'ledgerHeads/current')).toMatchObject({
      lastSlot: slotId(NOON - SLOT_MS),
    });
  });

  it('includes the current slot if it is too late to publish it', async () => {
    const late = await buildHistory(market, contenders, {
      from: NOON - SLOT_MS,
      now: NOON + 2 * 60_000,
    });
    expect(getData(late.writes, 'ledgerHeads/current')).toMatchObject({ lastSlot: slotId(NOON) });
    expect(under(late.writes, 'signals').map(({ path }) => path)).toContain(
      `signals/${slotId(NOON)}`,
    );
    expect(under(late.writes, 'misses')).toEqual([]);
  });
});

describe('history of a weekend', () => {
  const closedFrom = NOON - DAY_MS;
  const weekend: MarketData = { ...market, isOpen: (slot) => slot < closedFrom };

  it('starts a full day before the market closed', () => {
    expect(findHistoryStart(weekend, NOON)).toBe(closedFrom - DAY_MS);
  });

  it('ends with one closed range and no misses', async () => {
    const from = closedFrom - 6 * SLOT_MS;
    const { writes } = await buildHistory(weekend, await fitContenders(from), { from, now: NOON });
    expect(under(writes, 'signals')).toHaveLength(6);
    expect(under(writes, 'misses')).toEqual([]);
    expect(getData(writes, 'status/heartbeat')).toMatchObject({ state: 'closed', opensAt: null });
    expect(getData(writes, 'ledgerHeads/current')).toMatchObject({
      closedFrom: slotId(closedFrom),
    });
  });

  it('starts two weeks back if the market is never open', () => {
    const never: MarketData = { ...market, isOpen: () => false };
    expect(findHistoryStart(never, NOON)).toBe(NOON - 14 * DAY_MS);
  });
});

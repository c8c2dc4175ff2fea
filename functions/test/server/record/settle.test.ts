import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { heartbeatSchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { listInventoryDays, buildInventory } from '@quantalgo/contracts/record/inventory';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { rebuildCounters } from '../../../src/domain/record/record';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { NOON } from '../../candles';
import { readWholeLedger } from '../ledgerEntries';
import { openSettlingStage } from './settlingStage';

const { server, database, near, closing, publish, settle, signalOf, counters, market } =
  openSettlingStage('demo-server-settle');

beforeEach(async () => {
  await server.clear();
  await publish(NOON);
});
afterAll(() => server.close());

describe('heartbeat', () => {
  const heartbeat = async () =>
    heartbeatSchema.parse((await database.doc('status/heartbeat').get()).data());

  it('has the new figures and inventory right after a settlement', async () => {
    const before = await heartbeat();
    await publish(NOON + SLOT_MS);
    await settle(NOON + 10 * MINUTE_MS + 3000, closing(1, 2, 3, 4, 5));
    await settle(NOON + 60 * MINUTE_MS, closing(1, 2, 3, 4, 5));
    const beat = await heartbeat();
    const settled = await Promise.all([NOON, NOON + SLOT_MS].map(signalOf));
    expect(settled.every(({ settlement }) => settlement !== null)).toBe(true);
    expect(beat.figures).toEqual(await counters());
    expect(beat.inventory).toEqual(buildInventory(listInventoryDays(NOON), settled));
    expect(beat.inventory).not.toEqual(before.inventory);
  });

  it('keeps its slot, state and time when a signal is settled', async () => {
    const { slot, state, at } = await heartbeat();
    await settle(NOON + 60 * MINUTE_MS);
    expect(await heartbeat()).toMatchObject({ slot, state, at });
  });

  it('includes a settlement made on the next day', async () => {
    const midnight = Date.UTC(2026, 10, 21);
    await publish(midnight);
    await settle(midnight + 2 * MINUTE_MS);
    const stored = await Promise.all([NOON, midnight].map(signalOf));
    expect(stored.map(({ settlement }) => settlement !== null)).toEqual([true, false]);
    expect((await heartbeat()).inventory).toEqual(
      buildInventory(listInventoryDays(midnight), stored),
    );
  });
});

describe('signal', () => {
  it('is not settled before its first level has ended', async () => {
    expect(await settle(NOON + 9 * MINUTE_MS)).toEqual([]);
    expect((await signalOf(NOON)).settlement).toBeNull();
  });

  it('is settled with its closes, revealed in the ledger and counted', async () => {
    const { direction, pair } = await signalOf(NOON);
    const [entry, exit] = direction === 'CALL' ? [1, 2] : [2, 1];
    const now = NOON + 10 * MINUTE_MS + 3000;
    expect(await settle(now, closing(entry, exit))).toEqual([slotId(NOON)]);
    const signal = await signalOf(NOON);
    expect(signal.settlement).toEqual({
      outcome: 'profit',
      level: 0,
      closes: [
        { at: NOON + 5 * MINUTE_MS, price: await near(pair, entry) },
        { at: NOON + 10 * MINUTE_MS, price: await near(pair, exit) },
      ],
      source: 'simulated',
      fetchedAt: now,
      settledAt: now,
    });
    const settlement = (await readWholeLedger(server)).at(-1);
    expect(settlement).toMatchObject({
      type: 'settlement',
      slot: slotId(NOON),
      salt: signal.salt,
      outcome: 'profit',
      level: 0,
    });
    expect(await counters()).toMatchObject({
      settled: 1,
      won: 1,
      lost: 0,
      firstEntryWon: 1,
      confidenceSum: signal.confidence.value,
    });
  });

  it('gets the closes of its later levels once they have ended, and no other change', async () => {
    const { direction, pair } = await signalOf(NOON);
    const steps = direction === 'CALL' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1];
    await settle(NOON + 10 * MINUTE_MS + 3000, closing(...steps));
    const won = await signalOf(NOON);
    await settle(NOON + 20 * MINUTE_MS + 3000, closing(...steps));
    expect(await signalOf(NOON)).toEqual(won);
    const entries = await readWholeLedger(server);
    const countersBefore = await counters();
    await settle(NOON + 25 * MINUTE_MS + 3000, closing(...steps));
    const finished = await signalOf(NOON);
    const prices = await Promise.all(steps.map((step) => near(pair, step)));
    expect(finished.settlement).toEqual({
      ...won.settlement,
      closes: prices.map((price, level) => ({ at: NOON + (level + 1) * SLOT_MS, price })),
    });
    expect(finished.updatedAt).toBeGreaterThan(won.updatedAt);
    expect([await readWholeLedger(server), await counters()]).toEqual([entries, countersBefore]);
    await settle(NOON + 30 * MINUTE_MS + 3000, closing(...steps));
    expect(await signalOf(NOON)).toEqual(finished);
  });

  it('gets its later closes even after an outage', async () => {
    const { direction } = await signalOf(NOON);
    const steps = direction === 'CALL' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1];
    await publish(NOON + SLOT_MS);
    await settle(NOON + 50 * MINUTE_MS, closing(...steps));
    await settle(NOON + 55 * MINUTE_MS, closing(...steps));
    const both = await Promise.all([NOON, NOON + SLOT_MS].map(signalOf));
    expect(both.map(({ settlement }) => settlement?.closes.length)).toEqual([5, 5]);
  });

  it('is judged and counted by its ledger’s rules, not the current defaults', async () => {
    const one = { levels: 1, stakes: [1], payout: 0.5 };
    await database.doc('ledgerHeads/current').update({ rules: one });
    await database.doc('stats/performance').delete();
    const { direction } = await signalOf(NOON);
    const [entry, exit] = direction === 'CALL' ? [2, 1] : [1, 2];
    expect(await settle(NOON + 10 * MINUTE_MS, closing(entry, exit))).toEqual([slotId(NOON)]);
    expect((await signalOf(NOON)).settlement).toMatchObject({ outcome: 'loss', level: null });
    const { details, rules } = await counters();
    expect(rules).toEqual(one);
    expect(details.ladder).toMatchObject({ result: -10_000, deepestLevel: 0 });
  });

  it('updates updatedAt when it is settled, so that devices fetch it again', async () => {
    const before = await signalOf(NOON);
    await settle(NOON + 10 * MINUTE_MS, closing(1, 1));
    const after = await signalOf(NOON);
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
    expect(after.publishedAt).toBe(before.publishedAt);
  });

  it('counts a missing close as flat after ten minutes, with the reason', async () => {
    const holed = closing(1, null);
    expect(await settle(NOON + 12 * MINUTE_MS, holed)).toEqual([]);
    expect(await settle(NOON + 20 * MINUTE_MS, holed)).toEqual([slotId(NOON)]);
    const { settlement } = await signalOf(NOON);
    expect(settlement).toMatchObject({ outcome: 'break-even', level: null });
    expect(settlement?.closes.at(-1)).toEqual({
      at: NOON + 10 * MINUTE_MS,
      price: null,
      reason: 'The source has no candle',
    });
    expect(await counters()).toMatchObject({ settled: 1, breakEven: 1 });
  });

  it('is judged on the first close read, even if the source changes it later', async () => {
    await settle(NOON + 5 * MINUTE_MS, closing(1.5));
    await settle(NOON + 10 * MINUTE_MS, closing(1.7, 1.5));
    const { settlement } = await signalOf(NOON);
    expect(settlement?.closes[0]?.price).toBe(await near((await signalOf(NOON)).pair, 1.5));
    expect(settlement?.outcome).toBe('break-even');
  });

  it('is confirmed and judged on the same close, whichever runs first', async () => {
    const confirm = (on: MarketData) =>
      runPublisher(database, NOON + SLOT_MS, { market: on, clock: () => NOON + SLOT_MS + 2000 });
    const closesTold = async () => {
      const entries = await readWholeLedger(server);
      return entries.flatMap((entry) => {
        if (entry.type === 'confirmation') return [entry.close.price];
        return entry.type === 'settlement' ? [entry.closes[0]?.price] : [];
      });
    };
    const first = await near((await signalOf(NOON)).pair, 1.5);
    await settle(NOON + 5 * MINUTE_MS + 1000, closing(1.5));
    await confirm(closing(1.7));
    await settle(NOON + 10 * MINUTE_MS + 3000, closing(1.7, 1.5));
    expect(await closesTold()).toEqual([first, first]);
    await server.clear();
    await publish(NOON);
    await confirm(closing(1.5));
    await settle(NOON + 10 * MINUTE_MS + 3000, closing(1.7, 1.5));
    expect(await closesTold()).toEqual([first, first]);
    expect((await signalOf(NOON)).settlement?.outcome).toBe('break-even');
  });

  it('is a no-go if it is settled before it is confirmed', async () => {
    const { direction } = await signalOf(NOON);
    const now = NOON + 10 * MINUTE_MS + 3000;
    await settle(now, direction === 'CALL' ? closing(1, 2) : closing(2, 1));
    const signal = await signalOf(NOON);
    expect(signal).toMatchObject({ entered: false, settlement: { outcome: 'profit', level: 0 } });
    const entries = await readWholeLedger(server);
    const at = new Date(now).toISOString();
    const close = { at: new Date(NOON + SLOT_MS).toISOString(), price: null };
    expect(entries.slice(2)).toMatchObject([
      { type: 'confirmation', slot: slotId(NOON), at, go: false, close },
      { type: 'settlement', slot: slotId(NOON), at, outcome: 'profit', level: 0 },
    ]);
    const verifier = new ChainVerifier(now);
    for (const entry of entries) expect(verifier.take(entry)).toBeNull();
    const { updatedAt, ...counted } = await counters();
    expect(counted).toEqual(rebuildCounters(entries, 'simulated'));
    expect(counted).toMatchObject({ settled: 1, won: 1, entered: { confirmed: 1, settled: 0 } });
    const events = (await server.documents('broadcasts')).map(({ event }) => String(event));
    expect(events.toSorted()).toEqual(['outcome', 'signal']);
    await publish(NOON + 2 * SLOT_MS);
    const slots = (await readWholeLedger(server)).flatMap((entry) =>
      entry.type === 'confirmation' ? entry.slot : [],
    );
    expect(slots).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toEqual(signal);
  });

  it('is settled once a failing source recovers', async () => {
    const down: MarketData = { ...market, candles: () => Promise.reject(new Error('down')) };
    await expect(settle(NOON + 40 * MINUTE_MS, down)).rejects.toThrow(
      'Some signals were not settled',
    );
    expect((await signalOf(NOON)).settlement).toBeNull();
    expect(await settle(NOON + 41 * MINUTE_MS)).toEqual([slotId(NOON)]);
  });
});

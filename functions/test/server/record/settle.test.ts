import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS, type Pair } from '@quantalgo/contracts/market/pairs';
import { heartbeatSchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { listInventoryDays, buildInventory } from '@quantalgo/contracts/record/inventory';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { rebuildCounters } from '../../../src/domain/record/record';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const server = openEmulatedProject('demo-server-settle');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);

const publish = (slot: number) =>
  runPublisher(database, slot, { market, clock: () => slot + 2000 });
const settle = (now: number, on: MarketData = market) =>
  settleDue(database, { market: on, clock: () => now });
const signalOf = async (slot: number) =>
  signalDocumentSchema.parse((await database.doc(`signals/${slotId(slot)}`).get()).data());
const counters = async () =>
  performanceCountersSchema.parse((await database.doc('stats/performance').get()).data());

/** The close of a pair that lies some hundredths of a percent above its close at noon. */
async function near(pair: Pair, steps: number): Promise<number> {
  const [candle] = await market.candles(pair, NOON, 1);
  return Number(((candle?.close ?? NaN) * (1 + steps / 10_000)).toFixed(6));
}

/** The market with other closes: five, ten … minutes after noon they are so many steps away from noon's. */
const closing = (...steps: readonly (number | null)[]): MarketData => ({
  ...market,
  candles: async (pair, until, count) => {
    const candles: Candle[] = [];
    for (const candle of await market.candles(pair, until, count)) {
      const step = steps[(candle.time - NOON) / SLOT_MS];
      if (step === null) continue;
      candles.push(step === undefined ? candle : { ...candle, close: await near(pair, step) });
    }
    return candles;
  },
});

beforeEach(async () => {
  await server.clear();
  await publish(NOON);
});
afterAll(() => server.close());

describe('the heartbeat', () => {
  const heartbeat = async () =>
    heartbeatSchema.parse((await database.doc('status/heartbeat').get()).data());

  it('tells of the settlement at once: of the figures, and of the signal as it stands now', async () => {
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

  it('tells what it told of the slot before, as settling is no news of that', async () => {
    const { slot, state, at } = await heartbeat();
    await settle(NOON + 60 * MINUTE_MS);
    expect(await heartbeat()).toMatchObject({ slot, state, at });
  });

  it('follows a settlement that comes on the next day', async () => {
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

describe('a signal', () => {
  it('is not settled before its first level is over', async () => {
    expect(await settle(NOON + 9 * MINUTE_MS)).toEqual([]);
    expect((await signalOf(NOON)).settlement).toBeNull();
  });

  it('is settled with the closes it was judged on, revealed in the ledger and counted, at once', async () => {
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

  it('gets the closes of its later levels once they are over, and changes in nothing else', async () => {
    const { direction, pair } = await signalOf(NOON);
    const steps = direction === 'CALL' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1];
    await settle(NOON + 10 * MINUTE_MS + 3000, closing(...steps));
    const won = await signalOf(NOON);
    await settle(NOON + 20 * MINUTE_MS + 3000, closing(...steps));
    expect(await signalOf(NOON)).toEqual(won);
    const entries = await readWholeLedger(server);
    const told = await counters();
    await settle(NOON + 25 * MINUTE_MS + 3000, closing(...steps));
    const finished = await signalOf(NOON);
    const prices = await Promise.all(steps.map((step) => near(pair, step)));
    expect(finished.settlement).toEqual({
      ...won.settlement,
      closes: prices.map((price, level) => ({ at: NOON + (level + 1) * SLOT_MS, price })),
    });
    expect(finished.updatedAt).toBeGreaterThan(won.updatedAt);
    expect([await readWholeLedger(server), await counters()]).toEqual([entries, told]);
    await settle(NOON + 30 * MINUTE_MS + 3000, closing(...steps));
    expect(await signalOf(NOON)).toEqual(finished);
  });

  it('gets them after an outage too, once it is settled', async () => {
    const { direction } = await signalOf(NOON);
    const steps = direction === 'CALL' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1];
    await publish(NOON + SLOT_MS);
    await settle(NOON + 50 * MINUTE_MS, closing(...steps));
    await settle(NOON + 55 * MINUTE_MS, closing(...steps));
    const both = await Promise.all([NOON, NOON + SLOT_MS].map(signalOf));
    expect(both.map(({ settlement }) => settlement?.closes.length)).toEqual([5, 5]);
  });

  it('is judged and counted by the rules of its record, whatever a new one would begin with', async () => {
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

  it('shows its settlement as a change, so that members who catch up receive it', async () => {
    const before = await signalOf(NOON);
    await settle(NOON + 10 * MINUTE_MS, closing(1, 1));
    const after = await signalOf(NOON);
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
    expect(after.publishedAt).toBe(before.publishedAt);
  });

  it('waits for a late candle and then counts it as flat, with the reason', async () => {
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

  it('is judged on the close that was first seen, even if the source changes it later', async () => {
    await settle(NOON + 5 * MINUTE_MS, closing(1.5));
    await settle(NOON + 10 * MINUTE_MS, closing(1.7, 1.5));
    const { settlement } = await signalOf(NOON);
    expect(settlement?.closes[0]?.price).toBe(await near((await signalOf(NOON)).pair, 1.5));
    expect(settlement?.outcome).toBe('break-even');
  });

  it('is judged on the close that it was confirmed by, whichever of the two is first', async () => {
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

  it('is a no-go if it is settled before the publisher confirmed it', async () => {
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

  it('is not settled while its source fails, and is when it is back', async () => {
    const down: MarketData = { ...market, candles: () => Promise.reject(new Error('down')) };
    await expect(settle(NOON + 40 * MINUTE_MS, down)).rejects.toThrow(
      'Some signals were not settled',
    );
    expect((await signalOf(NOON)).settlement).toBeNull();
    expect(await settle(NOON + 41 * MINUTE_MS)).toEqual([slotId(NOON)]);
  });
});

describe('a jump', () => {
  const JUMP = 900;
  const exitOf = async () => (await signalOf(NOON)).settlement?.closes.at(-1);

  it('settles nothing until a second reading has confirmed it', async () => {
    const jumped = closing(1, JUMP);
    expect(await settle(NOON + 10 * MINUTE_MS, jumped)).toEqual([]);
    expect(await settle(NOON + 10 * MINUTE_MS + 5000, jumped)).toEqual([]);
    expect(await settle(NOON + 15 * MINUTE_MS, jumped)).toEqual([slotId(NOON)]);
    expect((await exitOf())?.price).toBe(await near((await signalOf(NOON)).pair, JUMP));
  });

  it('that a second reading takes back was never there', async () => {
    await settle(NOON + 10 * MINUTE_MS, closing(1, JUMP));
    expect(await settle(NOON + 15 * MINUTE_MS, closing(1, 2))).toEqual([slotId(NOON)]);
    expect((await exitOf())?.price).toBe(await near((await signalOf(NOON)).pair, 2));
  });

  it('that is first read after an outage is read a second time too', async () => {
    const jumped = closing(1, JUMP);
    expect(await settle(NOON + 40 * MINUTE_MS, jumped)).toEqual([]);
    expect(await settle(NOON + 45 * MINUTE_MS, jumped)).toEqual([slotId(NOON)]);
    const { pair, settlement } = await signalOf(NOON);
    expect(settlement?.closes[1]?.price).toBe(await near(pair, JUMP));
  });

  it('keeps its ten minutes, however often it is read', async () => {
    expect(await settle(NOON + 40 * MINUTE_MS, closing(1, JUMP))).toEqual([]);
    expect(await settle(NOON + 45 * MINUTE_MS, closing(1, JUMP + 50))).toEqual([]);
    expect(await settle(NOON + 50 * MINUTE_MS, closing(1, JUMP + 90))).toEqual([slotId(NOON)]);
    expect((await exitOf())?.reason).toBe('A jump that no second reading confirmed');
  });

  it('loses no signal because it is waited for beyond the time to reveal it', async () => {
    const last = NOON + (24 * 60 - 5) * MINUTE_MS;
    expect(await settle(last + 2000, closing(1, JUMP))).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'break-even' } });
  });

  it('on which no two readings agree counts as flat, with the reason', async () => {
    await settle(NOON + 10 * MINUTE_MS, closing(1, JUMP));
    expect(await settle(NOON + 15 * MINUTE_MS, closing(1, JUMP + 50))).toEqual([]);
    expect(await settle(NOON + 20 * MINUTE_MS, closing(1, JUMP + 90))).toEqual([slotId(NOON)]);
    expect(await exitOf()).toEqual({
      at: NOON + 10 * MINUTE_MS,
      price: null,
      reason: 'A jump that no second reading confirmed',
    });
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'break-even' } });
  });
});

describe('a signal whose commitment was not revealed in time', () => {
  it('is lost, and does not wait for a source that is down', async () => {
    const down: MarketData = { ...market, candles: () => Promise.reject(new Error('down')) };
    expect(await settle(NOON + 24 * 60 * MINUTE_MS + 1, down)).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'loss', level: null } });
  });
});

describe('the settling job', () => {
  it('reads each pair once, however many signals wait for it', async () => {
    for (const step of [1, 2, 3]) await publish(NOON + step * SLOT_MS);
    const waiting = await server.documents('signals');
    const pairs = new Set(waiting.map((one) => signalDocumentSchema.parse(one).pair));
    const asked: string[] = [];
    const longerThanAChart = 40;
    const counted: MarketData = {
      ...market,
      candles: (pair, until, count) => {
        if (count > longerThanAChart) asked.push(pair);
        return market.candles(pair, until, count);
      },
    };
    await settle(NOON + 30 * MINUTE_MS, counted);
    expect(asked.sort()).toEqual([...pairs].sort());
  });

  it('settles the signals of other pairs while the source fails at one', async () => {
    for (const step of [1, 2, 3, 4, 5, 6]) await publish(NOON + step * SLOT_MS);
    const { pair: failing } = await signalOf(NOON);
    const partly: MarketData = {
      ...market,
      candles: (pair, until, count) =>
        pair === failing ? Promise.reject(new Error('down')) : market.candles(pair, until, count),
    };
    await expect(settle(NOON + 60 * MINUTE_MS, partly)).rejects.toThrow('not settled');
    for (const document of await server.documents('signals')) {
      const signal = signalDocumentSchema.parse(document);
      expect(signal.settlement === null).toBe(signal.pair === failing);
    }
  });

  it('settles once, however many of it run at once or again', async () => {
    const now = NOON + 40 * MINUTE_MS;
    const runs = await Promise.all(Array.from({ length: 5 }, () => settle(now)));
    expect(runs.flat()).toEqual([slotId(NOON)]);
    expect(await settle(now + MINUTE_MS)).toEqual([]);
    const kinds = (await readWholeLedger(server)).map(({ type }) => type);
    expect(kinds).toEqual(['genesis', 'publication', 'confirmation', 'settlement']);
    expect(await counters()).toMatchObject({ settled: 1 });
  });

  it('heals a run that was killed between storing closes and settling', async () => {
    let calls = 0;
    const killedInside = () => {
      calls += 1;
      if (calls > 3) throw new Error('killed');
      return NOON + 40 * MINUTE_MS;
    };
    await expect(settleDue(database, { market, clock: killedInside })).rejects.toThrow();
    expect((await server.documents('candles')).length).toBeGreaterThan(0);
    expect((await signalOf(NOON)).settlement).toBeNull();
    expect(await settle(NOON + 45 * MINUTE_MS)).toEqual([slotId(NOON)]);
    expect(await counters()).toMatchObject({ settled: 1 });
  });

  it('heals a kill between publication and settlement, hours later too', async () => {
    await publish(NOON + SLOT_MS);
    expect(await settle(NOON + 5 * 60 * MINUTE_MS)).toEqual([slotId(NOON), slotId(NOON + SLOT_MS)]);
    expect(await counters()).toMatchObject({ settled: 2 });
  });

  it('runs beside the publisher without losing an entry of either', async () => {
    const slots = [1, 2, 3].map((step) => NOON + step * SLOT_MS);
    for (const slot of slots) await publish(slot);
    await Promise.all([publish(NOON + 8 * SLOT_MS), settle(NOON + 8 * SLOT_MS)]);
    const kinds = (await readWholeLedger(server)).map(({ type }) => type);
    expect(kinds.filter((kind) => kind === 'confirmation')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'settlement')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'miss')).toHaveLength(4);
    expect(await counters()).toMatchObject({ settled: 4, missedSlots: 4 });
  });

  it('does not let one broken signal hold up the others', async () => {
    await database.doc('signals/broken').set({ settlement: null, createdAt: new Date(0) });
    await expect(settle(NOON + 40 * MINUTE_MS)).rejects.toThrow('Some signals were not settled');
    expect((await signalOf(NOON)).settlement).not.toBeNull();
  });

  it('does not let one close that can’t be read hold up other signals, nor writes over it', async () => {
    const { pair } = await signalOf(NOON);
    const later = NOON + 6 * SLOT_MS;
    await publish(later);
    // Of the same pair, so that both are read together.
    await database.doc(`signals/${slotId(later)}`).update({ pair });
    const broken = database.doc(`candles/${pair}_${slotId(NOON + SLOT_MS)}`);
    await broken.set({ pair, close: 'not a price' });
    await expect(settle(later + 60 * MINUTE_MS)).rejects.toMatchObject({
      errors: [{ message: `${broken.path} can’t be read` }],
    });
    expect((await signalOf(later)).settlement).not.toBeNull();
    expect((await signalOf(NOON)).settlement).toBeNull();
    expect((await broken.get()).data()).toEqual({ pair, close: 'not a price' });
    await broken.delete();
    expect(await settle(later + 65 * MINUTE_MS)).toEqual([slotId(NOON)]);
  });

  it('counts a signal as lost whose close can’t be read until it had to be revealed', async () => {
    const { pair } = await signalOf(NOON);
    await database.doc(`candles/${pair}_${slotId(NOON + SLOT_MS)}`).set({ pair });
    await expect(settle(NOON + 24 * 60 * MINUTE_MS)).rejects.toThrow();
    expect((await signalOf(NOON)).settlement).toBeNull();
    await expect(settle(NOON + 24 * 60 * MINUTE_MS + 1)).rejects.toThrow();
    expect((await signalOf(NOON)).settlement).toMatchObject({ outcome: 'loss' });
  });
});

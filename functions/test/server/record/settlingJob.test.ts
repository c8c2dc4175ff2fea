import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketData } from '../../../src/platform/market/marketData';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { readWholeLedger } from '../ledgerEntries';
import { openSettlingStage } from './settlingStage';

const { server, database, market, near, closing, publish, settle, signalOf, counters } =
  openSettlingStage('demo-settling-job');

beforeEach(async () => {
  await server.clear();
  await publish(NOON);
});
afterAll(() => server.close());

describe('price jump', () => {
  const JUMP = 900;
  const readExit = async () => (await signalOf(NOON)).settlement?.closes.at(-1);

  it('is not used until a second reading confirms it', async () => {
    const jumped = closing(1, JUMP);
    expect(await settle(NOON + 10 * MINUTE_MS, jumped)).toEqual([]);
    expect(await settle(NOON + 10 * MINUTE_MS + 5000, jumped)).toEqual([]);
    expect(await settle(NOON + 15 * MINUTE_MS, jumped)).toEqual([slotId(NOON)]);
    expect((await readExit())?.price).toBe(await near((await signalOf(NOON)).pair, JUMP));
  });

  it('is replaced by a second reading without it', async () => {
    await settle(NOON + 10 * MINUTE_MS, closing(1, JUMP));
    expect(await settle(NOON + 15 * MINUTE_MS, closing(1, 2))).toEqual([slotId(NOON)]);
    expect((await readExit())?.price).toBe(await near((await signalOf(NOON)).pair, 2));
  });

  it('needs a second reading even after an outage', async () => {
    const jumped = closing(1, JUMP);
    expect(await settle(NOON + 40 * MINUTE_MS, jumped)).toEqual([]);
    expect(await settle(NOON + 45 * MINUTE_MS, jumped)).toEqual([slotId(NOON)]);
    const { pair, settlement } = await signalOf(NOON);
    expect(settlement?.closes[1]?.price).toBe(await near(pair, JUMP));
  });

  it('gets ten minutes for confirmation, even when first read late', async () => {
    expect(await settle(NOON + 40 * MINUTE_MS, closing(1, JUMP))).toEqual([]);
    expect(await settle(NOON + 45 * MINUTE_MS, closing(1, JUMP + 50))).toEqual([]);
    expect(await settle(NOON + 50 * MINUTE_MS, closing(1, JUMP + 90))).toEqual([slotId(NOON)]);
    expect((await readExit())?.reason).toBe('A jump that no second reading confirmed');
  });

  it('is not awaited past the reveal deadline', async () => {
    const last = NOON + (24 * 60 - 5) * MINUTE_MS;
    expect(await settle(last + 2000, closing(1, JUMP))).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'break-even' } });
  });

  it('counts as flat, with the reason, if no two readings agree', async () => {
    await settle(NOON + 10 * MINUTE_MS, closing(1, JUMP));
    expect(await settle(NOON + 15 * MINUTE_MS, closing(1, JUMP + 50))).toEqual([]);
    expect(await settle(NOON + 20 * MINUTE_MS, closing(1, JUMP + 90))).toEqual([slotId(NOON)]);
    expect(await readExit()).toEqual({
      at: NOON + 10 * MINUTE_MS,
      price: null,
      reason: 'A jump that no second reading confirmed',
    });
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'break-even' } });
  });
});

describe('signal past its reveal deadline', () => {
  it('is settled as a loss even if the source is down', async () => {
    const down: MarketData = { ...market, candles: () => Promise.reject(new Error('down')) };
    expect(await settle(NOON + 24 * 60 * MINUTE_MS + 1, down)).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'loss', level: null } });
  });

  it('is settled as a loss if the deadline passes between judging and recording', async () => {
    const deadline = NOON + 24 * 60 * MINUTE_MS;
    const flat = closing(1, 1);
    let calls = 0;
    // The transaction reads the clock last, as the sixth.
    const passing = () => {
      calls += 1;
      return calls > 5 ? deadline + 1 : deadline;
    };
    expect(await settleDue(database, { market: flat, clock: passing })).toEqual([]);
    expect((await signalOf(NOON)).settlement).toBeNull();
    expect(await settle(deadline + 2, flat)).toEqual([slotId(NOON)]);
    expect(await signalOf(NOON)).toMatchObject({ settlement: { outcome: 'loss', level: null } });
  });
});

describe('settling job', () => {
  it('reads each pair once for any number of pending signals', async () => {
    for (const step of [1, 2, 3]) await publish(NOON + step * SLOT_MS);
    const waiting = await server.documents('signals');
    const pairs = new Set(waiting.map((one) => signalDocumentSchema.parse(one).pair));
    const requestedPairs: string[] = [];
    const longerThanAChart = 40;
    const counted: MarketData = {
      ...market,
      candles: (pair, until, count) => {
        if (count > longerThanAChart) requestedPairs.push(pair);
        return market.candles(pair, until, count);
      },
    };
    await settle(NOON + 30 * MINUTE_MS, counted);
    expect(requestedPairs.sort()).toEqual([...pairs].sort());
  });

  it('settles the other pairs’ signals if the source fails for one', async () => {
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

  it('settles a signal once across concurrent and repeated runs', async () => {
    const now = NOON + 40 * MINUTE_MS;
    const runs = await Promise.all(Array.from({ length: 5 }, () => settle(now)));
    expect(runs.flat()).toEqual([slotId(NOON)]);
    expect(await settle(now + MINUTE_MS)).toEqual([]);
    const kinds = (await readWholeLedger(server)).map(({ type }) => type);
    expect(kinds).toEqual(['genesis', 'publication', 'confirmation', 'settlement']);
    expect(await counters()).toMatchObject({ settled: 1 });
  });

  it('recovers after a run killed between storing closes and settling', async () => {
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

  it('settles signals hours late', async () => {
    await publish(NOON + SLOT_MS);
    expect(await settle(NOON + 5 * 60 * MINUTE_MS)).toEqual([slotId(NOON), slotId(NOON + SLOT_MS)]);
    expect(await counters()).toMatchObject({ settled: 2 });
  });

  it('loses no ledger entries when it runs alongside the publisher', async () => {
    const slots = [1, 2, 3].map((step) => NOON + step * SLOT_MS);
    for (const slot of slots) await publish(slot);
    await Promise.all([publish(NOON + 8 * SLOT_MS), settle(NOON + 8 * SLOT_MS)]);
    const kinds = (await readWholeLedger(server)).map(({ type }) => type);
    expect(kinds.filter((kind) => kind === 'confirmation')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'settlement')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'miss')).toHaveLength(4);
    expect(await counters()).toMatchObject({ settled: 4, missedSlots: 4 });
  });

  it('settles other signals despite a corrupt one', async () => {
    await database.doc('signals/broken').set({ settlement: null, createdAt: new Date(0) });
    await expect(settle(NOON + 40 * MINUTE_MS)).rejects.toThrow('Some signals were not settled');
    expect((await signalOf(NOON)).settlement).not.toBeNull();
  });

  it('settles other signals despite an unreadable close, and does not overwrite it', async () => {
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

  it('settles a signal with an unreadable close as a loss after the deadline', async () => {
    const { pair } = await signalOf(NOON);
    await database.doc(`candles/${pair}_${slotId(NOON + SLOT_MS)}`).set({ pair });
    await expect(settle(NOON + 24 * 60 * MINUTE_MS)).rejects.toThrow();
    expect((await signalOf(NOON)).settlement).toBeNull();
    await expect(settle(NOON + 24 * 60 * MINUTE_MS + 1)).rejects.toThrow();
    expect((await signalOf(NOON)).settlement).toMatchObject({ outcome: 'loss' });
  });
});

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { restateFirstEntry } from '@quantalgo/contracts/signals/entryOdds';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { NO_CLOSE } from '../../../src/domain/record/record';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { postSignal } from '../../../src/telegramJobs';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const server = openEmulatedProject('demo-server-confirm');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const MOMENT = 2000;

/** Runs the publisher for a slot, its clock a moment after the slot's start. */
const publish = (slot: number, now = slot + MOMENT, on: MarketData = market) =>
  runPublisher(database, slot, { market: on, clock: () => now });

const kinds = (entries: readonly LedgerEntry[]) => entries.map(({ type }) => type);

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('confirmation of the previous slot’s signal', () => {
  const ENTRY = NOON + SLOT_MS;
  const document = () => database.doc(`signals/${slotId(NOON)}`);
  const readSignal = async () => signalDocumentSchema.parse((await document().get()).data());
  const readConfirmations = async () =>
    (await readWholeLedger(server)).filter(({ type }) => type === 'confirmation');

  /** The market with its newest close beyond noon's worst price, by `worse` millionths. */
  const beyond = async (worse: number): Promise<MarketData> => {
    const { direction, pair, worstPrice } = await readSignal();
    const side = direction === 'CALL' ? 1 : -1;
    const close = worstPrice * (1 + (side * worse) / 1_000_000);
    return {
      ...market,
      candles: async (of, until, count) => {
        const candles = await market.candles(of, until, count);
        return candles.map((one) => (of === pair && one.time === NOON ? { ...one, close } : one));
      },
    };
  };

  it('is written to the signal and the ledger before the next publication', async () => {
    await publish(NOON);
    const before = await readSignal();
    expect(before.entered).toBeUndefined();
    await publish(ENTRY, ENTRY + MOMENT, await beyond(-1));
    const after = await readSignal();
    expect(after).toEqual({ ...before, entered: true, updatedAt: after.updatedAt });
    expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
    const entries = await readWholeLedger(server);
    expect(kinds(entries).slice(2)).toEqual(['confirmation', 'publication']);
    expect(entries[2]).toMatchObject({ slot: slotId(NOON), go: true });
    expect(await server.documents('broadcasts')).toHaveLength(2);
  });

  it('restates the odds with a go if the signal promises it', async () => {
    await publish(NOON);
    await document().update({ restatesOdds: true });
    const before = await readSignal();
    expect(before.entryOdds).toBeUndefined();
    await publish(ENTRY, ENTRY + MOMENT, await beyond(-1));
    const [confirmation] = await readConfirmations();
    if (confirmation?.type !== 'confirmation') throw new Error('The entry was confirmed');
    const { entered, entryOdds } = await readSignal();
    expect(entered).toBe(true);
    expect(entryOdds).toBe(restateFirstEntry(before, confirmation.close.price ?? NaN));
    // The price has already gone nearly all the way to its limit.
    expect(entryOdds).toBeLessThan(before.firstEntry.value);
    expect(entryOdds).toBeGreaterThan(0);
  });

  it('restates the odds from the stored close at the entry if there is one', async () => {
    await publish(NOON);
    await document().update({ restatesOdds: true });
    const before = await readSignal();
    const at = Timestamp.fromMillis(ENTRY + 1000);
    await database.doc(`candles/${before.pair}_${slotId(ENTRY)}`).set({
      pair: before.pair,
      slot: slotId(ENTRY),
      close: before.entryPrice,
      source: 'simulated',
      fetchedAt: at,
      firstReadAt: at,
      isDoubtful: false,
    });
    await publish(ENTRY, ENTRY + MOMENT, await beyond(-1));
    const { entered, entryOdds } = await readSignal();
    expect(entered).toBe(true);
    expect(entryOdds).toBe(restateFirstEntry(before, before.entryPrice));
  });

  it('restates no odds with a no-go or if the signal doesn’t promise it', async () => {
    await publish(NOON);
    await document().update({ restatesOdds: true });
    await publish(ENTRY, ENTRY + MOMENT, await beyond(1));
    expect(await readSignal()).toMatchObject({ entered: false, restatesOdds: true });
    expect(await readSignal()).not.toHaveProperty('entryOdds');
    await server.clear();
    await publish(NOON);
    await publish(ENTRY, ENTRY + MOMENT, await beyond(-1));
    expect((await readSignal()).entered).toBe(true);
    expect(await readSignal()).not.toHaveProperty('entryOdds');
  });

  it('is a no-go past the worst price and is broadcast', async () => {
    await publish(NOON);
    await publish(ENTRY, ENTRY + MOMENT, await beyond(1));
    expect((await readSignal()).entered).toBe(false);
    expect(await readConfirmations()).toMatchObject([{ slot: slotId(NOON), go: false }]);
    const broadcast = (await database.doc(`broadcasts/${slotId(NOON)}-no-go`).get()).data();
    expect(broadcast).toMatchObject({ event: 'no-go', signal: slotId(NOON) });
  });

  it('is a no-go if the run is more than ten seconds late or missing', async () => {
    await publish(NOON);
    await publish(ENTRY, ENTRY + 11_000, await beyond(-1));
    expect((await readSignal()).entered).toBe(false);
    await server.clear();
    await publish(NOON);
    await publish(NOON + 8 * SLOT_MS);
    expect((await readSignal()).entered).toBe(false);
    expect(await readConfirmations()).toHaveLength(1);
  });

  it('stores no close if the run is hours late', async () => {
    await publish(NOON);
    await publish(NOON + 30 * SLOT_MS);
    expect((await readSignal()).entered).toBe(false);
    expect(await server.documents('candles')).toEqual([]);
  });

  it('needs only its own pair’s candles, even if the others are late', async () => {
    await publish(NOON);
    const { pair } = await readSignal();
    const prompt = await beyond(-1);
    let now = ENTRY + MOMENT;
    const isConfirmed = async () => (await readSignal()).entered !== undefined;
    const late: MarketData = {
      ...prompt,
      candles: async (of, ...args) => {
        if (of !== pair) {
          await vi.waitUntil(isConfirmed, 5000).catch(() => null);
          now = ENTRY + 12_500;
        }
        return prompt.candles(of, ...args);
      },
    };
    await runPublisher(database, ENTRY, { market: late, clock: () => now });
    expect((await readSignal()).entered).toBe(true);
    const entries = await readWholeLedger(server);
    expect(kinds(entries).slice(2)).toEqual(['confirmation', 'publication']);
    expect(entries[2]).toMatchObject({ at: new Date(ENTRY + MOMENT).toISOString(), go: true });
  });

  it('starts the edit of the channel posts, even if the next slot waits for candles', async () => {
    await publish(NOON);
    const { pair } = await readSignal();
    const trigger = postSignal.__endpoint.eventTrigger;
    const watched = database.doc(z.string().parse(trigger?.eventFilters['document']));
    const readVersion = async () => (await watched.get()).updateTime;
    const published = await readVersion();
    const past = await beyond(1);
    const isConfirmed = async () => (await readSignal()).entered === false;
    let confirmed = published;
    const late: MarketData = {
      ...past,
      candles: async (of, ...args) => {
        if (of !== pair) {
          await vi.waitUntil(isConfirmed, 5000);
          confirmed = await readVersion();
        }
        return past.candles(of, ...args);
      },
    };
    await publish(ENTRY, ENTRY + MOMENT, late);
    expect(confirmed).not.toEqual(published);
  });

  it('is retried by the next run if it fails, before any slot is recorded', async () => {
    await publish(NOON);
    const prompt = await beyond(-1);
    const broken = vi.spyOn(database, 'runTransaction');
    broken.mockImplementationOnce(() => Promise.reject(new Error('contention')));
    await expect(publish(ENTRY, ENTRY + MOMENT, prompt)).rejects.toThrow('contention');
    broken.mockRestore();
    expect(kinds(await readWholeLedger(server))).toEqual(['genesis', 'publication']);
    expect((await publish(ENTRY, ENTRY + MOMENT, prompt))?.state).toBe('published');
    expect((await readSignal()).entered).toBe(true);
  });

  it('is a no-go if the source has no candles for the pair', async () => {
    await publish(NOON);
    const silent: MarketData = {
      ...market,
      candles: () => Promise.reject(new Error('The source is down')),
    };
    expect((await publish(ENTRY, ENTRY + MOMENT, silent))?.state).toBe('missed');
    expect(await readConfirmations()).toMatchObject([
      { go: false, close: { price: null, reason: NO_CLOSE.missing } },
    ]);
  });

  it('is a no-go if the stored close is unreadable, and the next slot is published', async () => {
    await publish(NOON);
    const { pair } = await readSignal();
    const broken = database.doc(`candles/${pair}_${slotId(ENTRY)}`);
    await broken.set({ pair, close: 'not a price' });
    expect((await publish(ENTRY, ENTRY + MOMENT, await beyond(-1)))?.state).toBe('published');
    expect((await readSignal()).entered).toBe(false);
    expect(await readConfirmations()).toMatchObject([
      { go: false, close: { price: null, reason: NO_CLOSE.unreadable } },
    ]);
    expect((await broken.get()).data()).toEqual({ pair, close: 'not a price' });
  });

  it('is written once by concurrent publishers', async () => {
    await publish(NOON);
    await Promise.all(Array.from({ length: 4 }, () => publish(ENTRY)));
    await publish(ENTRY, ENTRY + 20_000);
    expect(await readConfirmations()).toHaveLength(1);
  });

  it('is still made when the market has just closed', async () => {
    await publish(NOON);
    const closing = { ...(await beyond(-1)), isOpen: (slot: number) => slot <= NOON };
    await publish(ENTRY, ENTRY + MOMENT, closing);
    expect((await readSignal()).entered).toBe(true);
  });
});

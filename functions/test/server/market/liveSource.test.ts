import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { findNextBasicSlot, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPublisher } from '../../../src/platform/record/publish';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { createTwelveDataMarket } from '../../../src/platform/market/twelveData';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import {
  KEY,
  startFakeTwelveData,
  type FakeTwelveData,
} from '../../platform/market/fakeTwelveData';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const server = openEmulatedProject('demo-server-live-source');
const { database } = server;
const SLOT = findNextBasicSlot(NOON);
const LATER = SLOT + 30 * 60_000;
const MISSED = SLOT + 40 * 60_000;

let fake: FakeTwelveData;

/** The market at a time (epoch ms); sets the fake source's clock to it too. */
function marketAt(now: number) {
  fake.now = now;
  const source = {
    url: fake.url,
    key: KEY,
    pairs: DEFAULT_PAIRS,
    plan: { perMinute: 55, perDay: null },
  };
  return createTwelveDataMarket(source, { clock: () => now, sleep: () => Promise.resolve() });
}

const publish = (slot: number) => {
  const now = slot + 2000;
  return runPublisher(database, slot, { market: marketAt(now), clock: () => now });
};

beforeAll(async () => {
  await server.clear();
  fake = await startFakeTwelveData(createSimulatedMarket(DEFAULT_PAIRS), NOON);
  await publish(SLOT);
});
afterAll(async () => {
  await fake.close();
  await server.close();
});

describe('record on live prices', () => {
  it('has a signal with its source, from one request for all pairs', async () => {
    const [signal] = (await server.documents('signals')).map((one) =>
      signalDocumentSchema.parse(one),
    );
    expect(signal).toMatchObject({ id: slotId(SLOT), source: 'twelvedata' });
    expect(fake.asked.at(-1)?.symbols).toHaveLength(DEFAULT_PAIRS.length);
  });

  it('is settled with closes from the source', async () => {
    const market = marketAt(LATER);
    expect(await settleDue(database, { market, clock: () => LATER })).toEqual([slotId(SLOT)]);
    const entries = await readWholeLedger(server);
    expect(entries.map(({ type }) => type)).toEqual([
      'genesis',
      'publication',
      'confirmation',
      'settlement',
    ]);
    expect(entries.every(({ source }) => source === 'twelvedata')).toBe(true);
  });

  it('records a missed slot with each pair’s reason if the source fails', async () => {
    fake.fault = () => ({ status: 429, text: '{"code":429,"message":"daily","status":"error"}' });
    const between = Array.from({ length: 7 }, (_, index) => SLOT + (index + 1) * SLOT_MS);
    await publish(MISSED);
    const misses = (await readWholeLedger(server)).flatMap((one) =>
      one.type === 'miss' ? one : [],
    );
    expect(misses.map(({ slot }) => slot)).toEqual([...between, MISSED].map(slotId));
    expect(misses.at(-1)?.reason).toContain(
      'EURUSD: the source has no credits left today; GBPUSD: the source has no credits left today',
    );
  });
});

import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { recordSchema } from '@quantalgo/contracts/record/endpoints';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { hashLeaf } from '@quantalgo/contracts/record/log/tree';
import { EMPTY_PERFORMANCE_COUNTERS } from '@quantalgo/contracts/record/performance';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNoteSigner } from '../../../src/platform/core/noteSigner';
import { completeLog } from '../../../src/platform/record/log';
import { toChartWrite } from '../../../src/platform/record/signals';
import { storeGenesis } from '../genesis';
import { signalDocument, wonAtLevel1 } from '../signals/signalDocuments';
import { startApi, type Api } from '../http/suite';

const FIRST = Date.parse('2026-11-20T12:00:00Z');
const getSlot = (index: number) => FIRST + index * SLOT_MS;
const candle = (time: number, close: number) => ({
  time,
  open: 1.0851,
  high: 1.0853,
  low: 1.0848,
  close,
  volume: 40,
});

let api: Api;

async function read() {
  const answer = await api.call('/api/record');
  expect(answer.status).toBe(200);
  return { ...answer, record: recordSchema.parse(answer.envelope?.data) };
}

/** Stores two settled signals, the first one seeded, and one unsettled. */
async function writeRecord(): Promise<void> {
  const { firestore } = api;
  for (const index of [0, 1, 2]) {
    const document = { ...signalDocument(getSlot(index), 'basic'), seeded: index === 0 };
    const settlement = index === 2 ? null : wonAtLevel1(getSlot(index));
    await firestore.doc(`signals/${document.id}`).set({ ...document, settlement });
    if (index !== 1) continue;
    const chart = toChartWrite(document.id, [
      candle(getSlot(1), 1.085),
      candle(getSlot(2), 1.0849),
    ]);
    await firestore.doc(chart.path).set(chart.data);
  }
  await firestore.doc('stats/performance').set({
    ...EMPTY_PERFORMANCE_COUNTERS,
    settled: 2,
    won: 2,
    confidenceSum: 188,
    missedSlots: 3,
    source: 'simulated',
    updatedAt: Timestamp.fromMillis(getSlot(5)),
  });
}

beforeAll(async () => {
  api = await startApi('demo-http-record');
});
afterAll(() => api.close());

describe('GET /api/record', () => {
  it('returns zeros and nulls before the record starts', async () => {
    const { record } = await read();
    expect(record.performance).toMatchObject({ totalSignals: 0, winRate: null });
    expect(record).toMatchObject({ log: null, sealedBeforeOutcome: 0, seeded: 0, latest: null });
  });

  it('returns public figures with seeded signals counted separately', async () => {
    await writeRecord();
    const { record } = await read();
    expect(record.performance).toMatchObject({ totalSignals: 2, winRate: 100, missedSlots: 3 });
    expect(record).toMatchObject({ sealedBeforeOutcome: 2, seeded: 1 });
  });

  it('returns the last settled signal with its candles', async () => {
    const { latest } = (await read()).record;
    expect(latest?.createdAt).toBe(new Date(getSlot(1)).toISOString());
    expect(latest?.settlement).toMatchObject({ outcome: 'profit', level: 1 });
    expect(latest?.candles.map(({ at, close }) => [Date.parse(at), close])).toEqual([
      [getSlot(1), 1.085],
      [getSlot(2), 1.0849],
    ]);
  });

  it('skips a no-go when choosing the latest signal', async () => {
    const signal = api.firestore.doc(`signals/${slotId(getSlot(1))}`);
    await signal.update({ entered: false });
    expect((await read()).record.latest?.createdAt).toBe(new Date(getSlot(0)).toISOString());
    await signal.update({ entered: true });
  });

  it('skips a signal that can’t be read when choosing the latest one', async () => {
    const signal = api.firestore.doc(`signals/${slotId(getSlot(1))}`);
    await signal.update({ direction: 'SIDEWAYS' });
    expect((await read()).record.latest?.createdAt).toBe(new Date(getSlot(0)).toISOString());
    await signal.update({ direction: signalDocument(getSlot(1), 'basic').direction });
  });

  it('identifies the ledger by its log’s newest checkpoint', async () => {
    const genesis = { ledgerId: 'one', at: FIRST, source: 'replay' } as const;
    const entry = await storeGenesis(api.firestore, genesis);
    await completeLog(api.firestore, createNoteSigner('a key for the checkpoints of a test'));
    const root = encodeBase64(hashLeaf(toLeaf(entry)));
    const { record } = await read();
    expect(record.log).toEqual({
      ledgerId: 'one',
      size: 1,
      root,
      at: new Date(FIRST).toISOString(),
    });
  });

  it('contains nothing about an unsettled signal', async () => {
    const { envelope } = await read();
    expect(JSON.stringify(envelope)).not.toContain(signalDocument(getSlot(2), 'basic').id);
  });

  it('may be cached publicly for 30 seconds', async () => {
    const { headers } = await read();
    expect(headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=300');
  });
});

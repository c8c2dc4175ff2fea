import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { apiSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { recordCandleSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toChartWrite } from '../../../src/platform/record/signals';
import type { Api } from '../http/suite';
import { getSignalIds, SHORTLY_AFTER, getSignalSlot, startWithSignals } from './withSignals';

let api: Api;
let starter: string;
let essential: string;
const BASIC = slotId(getSignalSlot(0));
const ORDER_FLOW = slotId(getSignalSlot(1));
const CANDLE = { open: 1.1, high: 1.3, low: 1, close: 1.2 };

beforeAll(async () => {
  ({ api, starter, essential } = await startWithSignals('demo-http-signal', () => SHORTLY_AFTER));
  const { path, data } = toChartWrite(BASIC, [{ ...CANDLE, time: getSignalSlot(0), volume: 1 }]);
  await api.firestore.doc(path).set(data);
});
afterAll(() => api.close());

const fetchStatus = async (path: string, token: string) => (await api.call(path, { token })).status;

describe('GET /api/signals/:id', () => {
  it('returns the signal', async () => {
    const { envelope } = await api.call(`/api/signals/${BASIC}`, { token: starter });
    expect(apiSignalSchema.parse(envelope?.data).id).toBe(BASIC);
  });

  it('answers for another tier’s signal as for one that doesn’t exist', async () => {
    const [hidden, absent] = await Promise.all(
      [ORDER_FLOW, slotId(0)].map((id) => api.call(`/api/signals/${id}`, { token: starter })),
    );
    expect(hidden?.status).toBe(404);
    expect(hidden?.envelope?.error).toBe(absent?.envelope?.error);
    expect(await fetchStatus(`/api/signals/${ORDER_FLOW}`, essential)).toBe(200);
    expect(await fetchStatus(`/api/signals/${ORDER_FLOW}/chart`, starter)).toBe(404);
  });

  it('rejects an invalid slot id', async () => {
    expect(await fetchStatus('/api/signals/yesterday', essential)).toBe(400);
  });
});

describe('GET /api/signals/:id/chart', () => {
  it('returns the stored candles, or none for an unsettled signal', async () => {
    const { envelope } = await api.call(`/api/signals/${BASIC}/chart`, { token: starter });
    const candles = z.array(recordCandleSchema).parse(envelope?.data);
    expect(candles).toEqual([{ at: new Date(getSignalSlot(0)).toISOString(), ...CANDLE }]);
    const none = await api.call(`/api/signals/${ORDER_FLOW}/chart`, { token: essential });
    expect(none.envelope?.data).toEqual([]);
  });
});

describe('GET /api/signals?before', () => {
  it('pages backwards from a slot, newest first', async () => {
    const before = (slot: number) => `/api/signals?limit=3&before=${new Date(slot).toISOString()}`;
    const page = async (slot: number) => {
      const { envelope } = await api.call(before(slot), { token: essential });
      return z.array(apiSignalSchema).parse(envelope?.data);
    };
    const first = await page(getSignalSlot(5));
    expect(first.map(({ id }) => id)).toEqual(getSignalIds(4, 3, 2));
    const second = await page(Date.parse(first.at(-1)?.createdAt ?? ''));
    expect(second.map(({ id }) => id)).toEqual(getSignalIds(1, 0));
    expect(await page(getSignalSlot(0) - SLOT_MS)).toEqual([]);
  });
});

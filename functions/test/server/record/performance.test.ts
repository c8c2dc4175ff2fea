import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { EMPTY_PERFORMANCE_COUNTERS } from '@quantalgo/contracts/record/performance';
import { performanceSchema } from '@quantalgo/contracts/signals/figures';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let starter: string;

beforeAll(async () => {
  api = await startApi('demo-http-performance');
  ({ token: starter } = await logInNewMember(api, { tier: 'starter' }));
});
afterAll(() => api.close());

describe('GET /api/signals/stats/performance', () => {
  const ask = async () => {
    const { envelope } = await api.call('/api/signals/stats/performance', { token: starter });
    return performanceSchema.parse(envelope?.data);
  };

  it('returns zeros and nulls before the first settlement', async () => {
    const { details, ...figures } = await ask();
    expect(figures).toEqual({
      totalSignals: 0,
      wonSignals: 0,
      lostSignals: 0,
      breakEvenSignals: 0,
      winRate: null,
      winRateRange: null,
      firstEntryRate: null,
      firstEntryRange: null,
      avgConfidence: null,
      missedSlots: 0,
      source: 'simulated',
      demonstration: true,
      entered: {
        signals: 0,
        confirmed: 0,
        breakEven: 0,
        winRate: null,
        firstEntryRate: null,
        resultPerSignal: null,
        resultPerFirstEntry: null,
      },
    });
    expect(details).toMatchObject({
      isHeadline: false,
      byStrategy: [],
      calibrationError: null,
      martingale: { resultPerSignal: null, worstStreak: 0 },
    });
  });

  it('computes the figures from the counters', async () => {
    await api.firestore.doc('stats/performance').set({
      ...EMPTY_PERFORMANCE_COUNTERS,
      settled: 40,
      won: 37,
      lost: 2,
      breakEven: 1,
      firstEntryWon: 20,
      confidenceSum: 3760,
      missedSlots: 3,
      source: 'simulated',
      updatedAt: Timestamp.now(),
    });
    expect(await ask()).toMatchObject({
      totalSignals: 40,
      wonSignals: 37,
      lostSignals: 2,
      breakEvenSignals: 1,
      winRate: 92.5,
      firstEntryRate: 50,
      avgConfidence: 94,
      missedSlots: 3,
    });
  });
});

describe('GET /api/signals/stats/heartbeat', () => {
  const ask = async () => {
    const { envelope } = await api.call('/api/signals/stats/heartbeat', { token: starter });
    return endpoints.heartbeat.data.parse(envelope?.data);
  };
  const beat = { slot: '20261121T1200Z', state: 'closed', at: Timestamp.now(), opensAt: null };
  const store = (document: object) => api.firestore.doc('status/heartbeat').set(document);

  it('is null before the first slot', async () => {
    expect(await ask()).toBeNull();
  });

  it('returns the opening time of a closed market', async () => {
    await store({ ...beat, opensAt: Timestamp.fromMillis(Date.UTC(2026, 10, 22, 22)) });
    expect(await ask()).toEqual({
      slot: beat.slot,
      state: 'closed',
      opensAt: '2026-11-22T22:00:00.000Z',
      inventory: null,
      market: null,
    });
  });

  it('returns the inventory that devices compare with their own', async () => {
    const inventory = { '20261121': { basic: { count: 2, sum: 17 } } };
    await store({ ...beat, inventory });
    expect(await ask()).toMatchObject({ inventory });
  });

  it('returns nulls for fields missing from an older heartbeat', async () => {
    await store(beat);
    expect(await ask()).toEqual({
      slot: beat.slot,
      state: 'closed',
      opensAt: null,
      inventory: null,
      market: null,
    });
  });
});

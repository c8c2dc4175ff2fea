import { performanceSchema } from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from './members';
import { startApi, type Api } from './suite';

let api: Api;
let starter: string;

beforeAll(async () => {
  api = await startApi('demo-http-performance');
  ({ token: starter } = await signedIn(api, { tier: 'starter' }));
});
afterAll(() => api.close());

describe('GET /api/signals/stats/performance', () => {
  const ask = async () => {
    const { envelope } = await api.call('/api/signals/stats/performance', { token: starter });
    return performanceSchema.parse(envelope?.data);
  };

  it('claims nothing before the first settlement', async () => {
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

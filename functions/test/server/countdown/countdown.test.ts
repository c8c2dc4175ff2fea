import { countdownSchema } from '@quantalgo/contracts/countdown/endpoints';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../http/suite';

const NOON = Date.parse('2026-11-20T12:00:00Z');

let api: Api;
let now = NOON;

beforeAll(async () => {
  api = await startApi('demo-http-countdown', { clock: () => now });
});
afterAll(() => api.close());

async function fetchCountdown() {
  const { status, headers, envelope } = await api.call('/countdown');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=1');
  return countdownSchema.parse(envelope?.data);
}

describe('GET /countdown', () => {
  it('counts down in rounds of eight hours by default', async () => {
    now = NOON;
    expect(await fetchCountdown()).toEqual({
      timeFormatted: { hours: '04', minutes: '00', seconds: '00' },
      endsAt: '2026-11-20T16:00:00.000Z',
    });
  });

  it('starts the next round at zero without writing to the database', async () => {
    now = Date.parse('2026-11-20T16:00:00Z');
    expect((await fetchCountdown()).timeFormatted).toEqual({
      hours: '08',
      minutes: '00',
      seconds: '00',
    });
    expect((await api.firestore.doc('config/countdown').get()).exists).toBe(false);
  });

  it('counts down to the configured end, then in rounds of the configured length', async () => {
    const endsAt = Timestamp.fromMillis(NOON + 90_000);
    await api.firestore.doc('config/countdown').set({ endsAt, roundMs: 3_600_000 });
    now = NOON;
    expect((await fetchCountdown()).timeFormatted).toEqual({
      hours: '00',
      minutes: '01',
      seconds: '30',
    });
    now = NOON + 90_000;
    expect((await fetchCountdown()).endsAt).toBe('2026-11-20T13:01:30.000Z');
  });
});

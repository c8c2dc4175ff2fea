import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeTaskQueue } from '../fakeTaskQueue';
import { STRATEGIES } from '../../src/domain/signals/strategies/registry';
import { setFlag } from '../../src/platform/core/flags';
import { getPushesCollection } from '../../src/platform/core/queues';
import { deliverPush } from '../../src/platform/push/deliver';
import { createSimulatedMarket } from '../../src/platform/market/simulated';
import { runPublisher } from '../../src/platform/record/publish';
import { NOON } from '../candles';
import { startApi, type Api } from './http/suite';
import { newAddress, post, registration } from './auth/visitor';

let api: Api;

const turn = (name: string, on: boolean) =>
  setFlag(api.firestore, { name, on, by: 'a test', now: NOON });

beforeAll(async () => {
  api = await startApi('demo-server-flags');
});
beforeEach(() => api.firestore.doc('config/flags').delete());
afterAll(() => api.close());

describe('feature flags', () => {
  it('reject sign-ups with a message and without an email while sign-up is off', async () => {
    const email = newAddress();
    const body = registration(email);
    await turn('sign-up', false);
    const { status, envelope } = await post(api, '/auth/register', body);
    expect([status, envelope?.message]).toEqual([
      403,
      'Sign-up is closed for the moment. Please try again later.',
    ]);
    const { docs } = await api.firestore.collection('mail').where('to', '==', email).get();
    expect(docs).toEqual([]);
    await turn('sign-up', true);
    expect((await post(api, '/auth/register', body)).status).toBe(200);
  });

  it('keep queued pushes pending while push is off', async () => {
    const row = getPushesCollection(api.firestore).doc();
    const at = Timestamp.fromMillis(NOON);
    const times = { validUntil: Timestamp.fromMillis(NOON + SLOT_MS), createdAt: at, dueAt: at };
    const about = { event: 'access', uid: 'nobody', about: null, cursor: null, expireAt: at };
    const counts = { attempts: 0, sent: 0, failed: 0 };
    await row.set({ ...about, ...times, ...counts, state: 'waiting' });
    const send = () => Promise.reject(new Error('Nothing was to be sent'));
    const deps = { ...api, tasks: fakeTaskQueue(), clock: () => NOON, send };
    await turn('push', false);
    expect(await deliverPush(deps, row.id)).toBeNull();
    expect((await row.get()).get('state')).toBe('waiting');
    await turn('push', true);
    expect(await deliverPush(deps, row.id)).not.toBeNull();
  });

  it('publish no signals from strategies that are off', async () => {
    const market = createSimulatedMarket(['EURUSD']);
    const publish = (slot: number) =>
      runPublisher(api.firestore, slot, { market, clock: () => slot + 2000 });
    for (const { id } of STRATEGIES) await turn(id, false);
    expect((await publish(NOON))?.state).toBe('missed');
    const miss = await api.firestore.doc(`misses/${slotId(NOON)}`).get();
    expect(miss.get('reason')).toMatch(/; staff switched off \w/);
    for (const { id } of STRATEGIES) await turn(id, true);
    const later = [await publish(NOON + SLOT_MS), await publish(NOON + 2 * SLOT_MS)];
    expect(later.map((step) => step?.state)).toContain('published');
  });

  it('are audited when changed, and report if nothing changed', async () => {
    expect(await turn('push', false)).toBe(true);
    expect(await turn('push', false)).toBe(false);
    const auditEntries = api.firestore
      .collection('staffActions')
      .where('reason', '==', 'push switched off');
    expect((await auditEntries.get()).docs[0]?.data()).toMatchObject({
      action: 'flag changed',
      by: 'a test',
    });
  });
});

import { slotId } from '@quantalgo/contracts/core/slots';
import { apiSignalSchema, receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalDocumentSchema, getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { logger } from '../../../src/platform/core/log';
import { logInNewMember } from '../http/members';
import { signalDocument, wonAtLevel1 } from './signalDocuments';
import type { Api } from '../http/suite';
import { COUNT, getSignalIds, SHORTLY_AFTER, getSignalSlot, startWithSignals } from './withSignals';

let api: Api;
let starter: string;
let essential: string;

beforeAll(async () => {
  ({ api, starter, essential } = await startWithSignals('demo-http-signals', () => SHORTLY_AFTER));
});
afterAll(() => api.close());

async function list(query: string, token = essential) {
  const answer = await api.call(`/api/signals${query}`, { token });
  expect(answer.status).toBe(200);
  return z.array(apiSignalSchema).parse(answer.envelope?.data);
}
const listIds = async (query: string, token = essential) =>
  (await list(query, token)).map(({ id }) => id);

describe('GET /api/signals', () => {
  it('returns ten signals, newest first, by default', async () => {
    expect(await listIds('')).toEqual(getSignalIds(11, 10, 9, 8, 7, 6, 5, 4, 3, 2));
    expect(await listIds('?limit=10&sortOrder=desc')).toEqual(await listIds(''));
    expect(await listIds('?limit=3&sortOrder=asc')).toEqual(getSignalIds(0, 1, 2));
  });

  it('returns signals in the contract’s format', async () => {
    const [newest] = await list('?limit=1');
    expect(newest).toMatchObject({
      pair: 'EUR/USD',
      signalType: 'buy',
      confidence: 94,
      status: 'active',
      outcome: null,
      createdAt: new Date(getSignalSlot(11)).toISOString(),
      expiresAt: new Date(getEntryWindowEnd(getSignalSlot(11))).toISOString(),
    });
    expect(newest?.martingaleLevels.map(({ level }) => level)).toEqual([0, 1, 2, 3]);
  });

  it('marks a signal as expired once its entry window has closed on the server’s clock', async () => {
    const [, before] = await list('?limit=2');
    expect(before?.status).toBe('expired');
  });

  it('returns a signal that parses to the stored one', async () => {
    const id = slotId(getSignalSlot(0));
    await api.firestore.doc(`signals/${id}`).update({ settlement: wonAtLevel1(getSignalSlot(0)) });
    const stored = signalDocumentSchema.parse(
      (await api.firestore.doc(`signals/${id}`).get()).data(),
    );
    const [oldest] = await list('?limit=1&sortOrder=asc');
    expect(receivedSignalSchema.parse(oldest)).toEqual(stored);
    expect(oldest?.outcome).toBe('profit');
  });

  it('gives the verdict at the requested payout, or at the stated one', async () => {
    const [stated] = await list('?limit=1');
    expect(stated?.verdict).toMatchObject({ name: 'paper', payout: 0.8 });
    const [requested] = await list('?limit=1&payout=1.5');
    expect(requested?.verdict).toMatchObject({ name: 'pays', payout: 1.5 });
    const { status } = await api.call('/api/signals?payout=80', { token: essential });
    expect(status).toBe(400);
  });

  it('returns only basic signals to a starter, for any query', async () => {
    expect(await listIds('?limit=100', starter)).toEqual(getSignalIds(9, 6, 3, 0));
    expect(await listIds('?limit=100&sortOrder=asc', starter)).toEqual(getSignalIds(0, 3, 6, 9));
    const everything = `?limit=100&updatedAfter=${new Date(0).toISOString()}`;
    expect(await listIds(everything, starter)).toEqual(getSignalIds(0, 3, 6, 9));
  });

  it('returns every signal to staff, even with a locked dashboard', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    expect(await listIds('?limit=100', token)).toHaveLength(COUNT);
  });

  it.each([
    ['a guest', { tier: 'guest' as const }],
    ['a starter with revoked access', { tier: 'starter' as const, dashboardUnlocked: false }],
    ['a guest with an unlocked dashboard', { tier: 'guest' as const, dashboardUnlocked: true }],
  ])('refuses %s with a hint on how to unlock', async (_who, given) => {
    const { token } = await logInNewMember(api, given);
    for (const path of ['/api/signals', '/api/signals/stats/performance']) {
      const { status, headers, envelope } = await api.call(path, { token });
      expect(status).toBe(403);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(envelope?.message).toBe(
        'Your dashboard is locked. Link a funded broker account to unlock it.',
      );
      expect(envelope).not.toHaveProperty('data');
    }
  });

  it('returns changed signals in order of change, including settled ones', async () => {
    const changedAt = getSignalSlot(20);
    const change = (index: number, at: number) =>
      api.firestore.doc(`signals/${slotId(getSignalSlot(index))}`).update({
        updatedAt: Timestamp.fromMillis(at),
        settlement: wonAtLevel1(getSignalSlot(index)),
      });
    await change(5, changedAt + 2);
    await change(3, changedAt + 1);
    const after = (time: number) => `?updatedAfter=${new Date(time).toISOString()}`;
    expect(await listIds(after(changedAt))).toEqual(getSignalIds(3, 5));
    expect(await listIds(`${after(changedAt)}&limit=1`)).toEqual(getSignalIds(3));
    expect(await listIds(after(changedAt + 1))).toEqual(getSignalIds(5));
    expect(await listIds(after(changedAt + 2))).toEqual([]);
    expect(await listIds(after(changedAt), starter)).toEqual(getSignalIds(3));
  });

  it('includes signals with sub-millisecond change times', async () => {
    const changedAt = getSignalSlot(21);
    const fine = new Timestamp(changedAt / 1000, 1_000);
    await api.firestore.doc(`signals/${slotId(getSignalSlot(7))}`).update({ updatedAt: fine });
    const query = `?updatedAfter=${new Date(changedAt).toISOString()}`;
    expect(await listIds(query)).toEqual(getSignalIds(7));
  });

  it('pages through signals with the same change time, each once', async () => {
    const changedAt = getSignalSlot(22);
    const moment = new Timestamp(changedAt / 1000, 123_000);
    const batch = api.firestore.batch();
    for (const index of [3, 5, 7, 9, 11])
      batch.update(api.firestore.doc(`signals/${slotId(getSignalSlot(index))}`), {
        updatedAt: moment,
      });
    await batch.commit();
    const time = new Date(changedAt).toISOString();
    const paged: string[] = [];
    for (let afterId = ''; ;) {
      const page = await listIds(`?limit=2&updatedAfter=${time}${afterId}`);
      paged.push(...page);
      if (page.length < 2) break;
      afterId = `&afterId=${page.at(-1) ?? ''}`;
    }
    expect(paged).toEqual(getSignalIds(3, 5, 7, 9, 11));
  });

  it('restarts a page at its timestamp if the afterId signal has changed since', async () => {
    const changedAt = getSignalSlot(23);
    const time = new Date(changedAt).toISOString();
    const change = (index: number, at: number) =>
      api.firestore
        .doc(`signals/${slotId(getSignalSlot(index))}`)
        .update({ updatedAt: Timestamp.fromMillis(at) });
    await Promise.all([change(3, changedAt), change(5, changedAt), change(7, changedAt + 1)]);
    await change(5, changedAt + 2);
    const query = `?limit=10&updatedAfter=${time}&afterId=${slotId(getSignalSlot(5))}`;
    expect(await listIds(query)).toEqual(getSignalIds(3, 7, 5));
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 100'],
    ['limit=101', 'limit must be a whole number from 1 to 100'],
    ['limit=-1', 'limit must be a whole number from 1 to 100'],
    ['limit=1.5', 'limit must be a whole number from 1 to 100'],
    ['limit=ten', 'limit must be a whole number from 1 to 100'],
    ['limit=', 'limit must be a whole number from 1 to 100'],
    ['limit=1&limit=2', 'limit must be a whole number from 1 to 100'],
    ['sortOrder=down', 'sortOrder must be asc or desc'],
    ['sortOrder=DESC', 'sortOrder must be asc or desc'],
    ['updatedAfter=yesterday', 'Not an ISO 8601 time in UTC'],
    ['updatedAfter=2026-11-20T12:00:00%2B01:00', 'Not an ISO 8601 time in UTC'],
    ['updatedAfter=2026-11-20T12:00:00Z&updatedAfter=x', 'Not an ISO 8601 time in UTC'],
    ['page=2', 'Unknown query parameter: page'],
    ['constructor=1', 'Unknown query parameter: constructor'],
    ['limit=many&page=2', 'limit must be a whole number from 1 to 100'],
  ])('reports the first invalid parameter of ?%s', async (query, message) => {
    const { status, envelope } = await api.call(`/api/signals?${query}`, { token: essential });
    expect(status).toBe(400);
    expect(envelope).toMatchObject({ success: false, message, error: message });
  });

  it('leaves out a corrupt signal document, fills the page, and logs the document once', async () => {
    const logError = vi.spyOn(logger, 'error');
    const id = slotId(getSignalSlot(30));
    await api.firestore
      .doc(`signals/${id}`)
      .set({ ...signalDocument(getSignalSlot(30), 'basic'), direction: 'SIDEWAYS' });
    const newest = await listIds('?limit=3');
    const changed = await listIds('?limit=100&updatedAfter=2026-11-01T00:00:00Z');
    await api.firestore.doc(`signals/${id}`).delete();
    expect(newest).toEqual(getSignalIds(COUNT - 1, COUNT - 2, COUNT - 3));
    expect(changed).toHaveLength(COUNT);
    expect(logError.mock.calls).toEqual([
      [expect.stringContaining('Signal left out'), { id, field: 'direction' }],
    ]);
    logError.mockRestore();
  });
});

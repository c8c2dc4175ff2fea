import { randomUUID } from 'node:crypto';
import { notificationsEndpoints } from '@quantalgo/contracts/notifications/endpoints';
import type { ReadMark } from '@quantalgo/contracts/account/readMark';
import { ownDocumentsSchema, proofSchema } from '@quantalgo/contracts/submissions/ownDocuments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeAccess } from '../../../src/platform/access/access';
import { getPacksCollection } from '../../../src/platform/account/pushPacks';
import { getPushesCollection, toPushFields } from '../../../src/platform/core/queues';
import { createSecrets } from '../../../src/platform/core/secrets';
import { deliverBroadcast } from '../../../src/platform/push/broadcast';
import { fakeTaskQueue } from '../../fakeTaskQueue';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { PUSH_ON } from '../push/browser';
import { storePostCount } from '../network/earlier';
import { buildWaitingProof } from '../../storedSubmissions';

type Member = Awaited<ReturnType<typeof logInNewMember>>;

const MINUTE_MS = 60_000;

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
let ada: Member;
let staff: Member;

beforeAll(async () => {
  api = await startApi('demo-notifications', { push: PUSH_ON, clock: () => now });
  staff = await logInNewMember(api, { staff: true });
});
beforeEach(async () => {
  now += 24 * 60 * MINUTE_MS;
  ada = await logInNewMember(api, { tier: 'starter', fullName: 'Ada Obi' });
});
afterAll(() => api.close());

const post = (path: string, body: object, { token }: Member, key: string = randomUUID()) =>
  api.call(path, { method: 'POST', body, token, headers: { 'idempotency-key': key } });

async function read({ token }: Member) {
  const { status, envelope } = await api.call('/api/notifications', { token });
  expect(status).toBe(200);
  return notificationsEndpoints.notifications.data.parse(envelope?.data);
}

async function mark(body: object, member = ada) {
  const { status, envelope } = await post('/api/notifications/read', body, member);
  const answer = notificationsEndpoints.markNotificationsRead.data.safeParse(envelope?.data);
  return { status, read: answer.data?.read };
}

const listEvents = async (member: Member) =>
  (await read(member)).events.map(({ event, about }) => ({ event, about }));

describe('notifications', () => {
  it('list each access change with its tier, newest first', async () => {
    const order = { uid: ada.uid, by: staff.uid, reason: 'test' };
    const essential = { tier: 'essential' } as const;
    await changeAccess(api, { ...order, change: essential, now });
    const guest = { tier: 'guest', dashboardUnlocked: false, hasDeposited: false } as const;
    await changeAccess(api, { ...order, change: guest, now: now + 1 });
    const rights = { staff: true } as const;
    await changeAccess(api, { ...order, change: rights, now: now + 2 });
    expect(await listEvents(ada)).toEqual([
      { event: 'access', about: 'essential' },
      { event: 'access', about: 'guest' },
      { event: 'access', about: 'essential' },
    ]);
  });

  it('give an approval and its access change the same time', async () => {
    const guest = await logInNewMember(api, { tier: 'guest' });
    const id = randomUUID();
    const waiting = buildWaitingProof({ id, uid: guest.uid, at: now }, 'PO-1');
    await api.firestore.doc(`proofs/${id}`).set(waiting);
    now += 12_345;
    const approval = await post(`/api/admin/proofs/${id}/approve`, { tier: 'starter' }, staff);
    expect(approval.status).toBe(200);
    const { envelope } = await api.call('/api/tickets', { token: guest.token });
    const proof = proofSchema.parse(ownDocumentsSchema.parse(envelope?.data).proofs[0]);
    expect(proof).toMatchObject({ id, state: 'approved', approvedAs: 'starter' });
    expect((await read(guest)).events).toMatchObject([
      { event: 'access', about: 'starter', at: Date.parse(proof.updatedAt) },
    ]);
  });

  it('list each support answer once', async () => {
    const id = randomUUID();
    const ticket = { category: 'other', priority: 'low', subject: 'Hello', message: 'A question' };
    expect((await post('/api/tickets', ticket, ada, id)).status).toBe(200);
    expect(await listEvents(ada)).toEqual([]);
    const key = randomUUID();
    const answer = () => post(`/api/tickets/${id}/replies`, { message: 'Answer' }, staff, key);
    expect((await answer()).status).toBe(200);
    await answer();
    expect(await listEvents(ada)).toEqual([{ event: 'ticket', about: id }]);
  });

  it('list replies to the member’s posts, but not their own', async () => {
    const bola = await logInNewMember(api, { tier: 'starter', fullName: 'Bola Ade' });
    const write = (member: Member, text: string, to: string | null, id: string) =>
      post('/api/network', { action: 'write', to, text, signal: null }, member, id);
    const [question, answer] = [randomUUID(), randomUUID()];
    for (const { uid } of [ada, bola]) await makeRegular(uid);
    expect((await write(ada, 'A calm day?', null, question)).status).toBe(200);
    await write(ada, 'I think so', question, randomUUID());
    expect(await listEvents(ada)).toEqual([]);
    expect((await write(bola, 'Yes', question, answer)).status).toBe(200);
    expect(await listEvents(ada)).toEqual([{ event: 'answer', about: answer }]);
    expect(await listEvents(bola)).toEqual([]);
  });

  it('keep a security event after many tests and mentions', async () => {
    const { firestore } = api;
    const add = (event: 'security' | 'test' | 'mention', about: string, at: number) =>
      getPushesCollection(firestore).add(toPushFields({ event, uid: ada.uid, about }, at));
    await add('security', 'new-login', now);
    const indexes = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(
      indexes.flatMap((index) => [
        add('test', 'device', now + 1000 + index),
        add('mention', `m${index}`, now + 2000 + index),
      ]),
    );
    const events = await listEvents(ada);
    expect(events[0]).toEqual({ event: 'mention', about: 'm59' });
    expect(events.at(-1)).toEqual({ event: 'security', about: 'new-login' });
    expect(events.some(({ event }) => event === 'test')).toBe(false);
  });

  it('contain news for the member’s audiences', async () => {
    const guest = await logInNewMember(api, { tier: 'guest' });
    for (const audience of ['members', 'guests', 'all']) {
      const news = { title: `To ${audience}`, text: 'News', audience };
      expect((await post('/api/admin/news', news, staff)).status).toBe(200);
    }
    const titles = async (member: Member) =>
      (await read(member)).news.map(({ title }) => title).sort();
    expect(await titles(ada)).toEqual(['To all', 'To members']);
    expect(await titles(guest)).toEqual(['To all', 'To guests']);
  });

  it('contain each news item once, even if it was split into shards', async () => {
    const titles = ['Before the split', 'Split'];
    for (const title of titles) {
      const news = { title, text: 'News', audience: 'all' };
      expect((await post('/api/admin/news', news, staff)).status).toBe(200);
      now += 1000;
    }
    const [split] = (await read(ada)).news;
    await splitIntoShards(split?.id ?? '');
    const { news } = await read(ada);
    expect(news.slice(0, 2).map(({ title }) => title)).toEqual(titles.toReversed());
    expect(new Set(news.map(({ id }) => id)).size).toBe(news.length);
  });

  it('are rejected for visitors', async () => {
    expect((await api.call('/api/notifications')).status).toBe(401);
    const body = { until: 0, items: [] };
    const reply = await api.call('/api/notifications/read', { method: 'POST', body });
    expect(reply.status).toBe(401);
  });
});

/** Writes more shards than the news list holds items. */
async function splitIntoShards(id: string): Promise<void> {
  const { firestore } = api;
  const pack = getPacksCollection(firestore).doc('counted');
  await pack.set({ size: 25_000 });
  const deps = {
    firestore,
    pushSecrets: createSecrets('the key of pushes of a test, long enough'),
    tasks: fakeTaskQueue(),
    clock: () => now,
    send: () => Promise.resolve({ type: 'sent' } as const),
  };
  expect(await deliverBroadcast(deps, id)).toBe('split');
  await pack.delete();
}

/** Members’ first posts are slowed down. */
async function makeRegular(uid: string): Promise<void> {
  await storePostCount(api.firestore, uid);
}

describe('read mark', () => {
  const item = (id: string, at: number) => ({ id, at });

  it('merges marks from several devices in any order', async () => {
    const early = now - 60 * MINUTE_MS;
    const marks: ReadMark[] = [
      { until: early, items: [] },
      { until: 0, items: [item('ticket', now - 2)] },
      { until: 0, items: [item('access', now - 1), item('old', early - 5)] },
    ];
    await Promise.all([...marks, ...marks].map((one) => mark(one)));
    expect((await read(ada)).read).toEqual({
      until: early,
      items: [item('access', now - 1), item('ticket', now - 2)],
    });
    const { envelope } = await api.call('/auth/me', { token: ada.token });
    expect(envelope?.data).toMatchObject({ readMark: { until: early } });
  });

  it('never moves back, and writes nothing if unchanged', async () => {
    await mark({ until: now - 5, items: [] });
    const document = api.firestore.doc(`users/${ada.uid}`);
    const { updateTime } = await document.get();
    expect(await mark({ until: now - 9, items: [item('old', now - 8)] })).toEqual({
      status: 200,
      read: { until: now - 5, items: [] },
    });
    expect((await document.get()).updateTime).toEqual(updateTime);
  });

  it('never extends beyond a minute from now', async () => {
    await mark({ until: now + 90 * MINUTE_MS, items: [item('later', now + 80 * MINUTE_MS)] });
    expect((await read(ada)).read).toEqual({ until: now + MINUTE_MS, items: [] });
  });

  it('is private to the member, also from staff', async () => {
    await mark({ until: now - 5, items: [] });
    const bola = await logInNewMember(api, { tier: 'starter' });
    expect((await read(bola)).read).toEqual({ until: 0, items: [] });
    const { envelope } = await post('/api/admin/users/search', { search: ada.email }, staff);
    expect(JSON.stringify(envelope?.data)).toContain(ada.uid);
    expect(JSON.stringify(envelope?.data)).not.toContain('readMark');
  });

  it.each([{}, { until: -1, items: [] }, { until: 1, items: [{ id: 'a' }] }, { until: '1' }])(
    'is rejected as %o',
    async (body) => {
      expect((await mark(body)).status).toBe(400);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import {
  DEFAULT_PUSH,
  listedPushSchema,
  pushDeviceSchema,
  type Subscription,
} from '@quantalgo/contracts/push/push';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseDevices, getPacksCollection } from '../../../src/platform/account/pushPacks';
import { countShown, readShownCounts, createReceipt } from '../../../src/platform/push/receipts';
import { logIn, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { PUSH_ON, createBrowserSubscription } from './browser';

let api: Api;
let now = Date.parse('2026-11-20T11:00:00Z');
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-push-subscriptions', { push: PUSH_ON, clock: () => now });
});
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'starter' });
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, token?: string) =>
  api.call(path, {
    method,
    ...(body !== undefined && { body }),
    ...(token !== undefined && { token }),
  });
const subscribe = (
  given: Subscription,
  { token = member.token, ...rest }: { token?: string; zone?: string; replaces?: string } = {},
) =>
  send(
    'POST',
    '/api/push/subscriptions',
    { subscription: given, zone: 'Africa/Lagos', ...rest },
    token,
  );
const subscribed = async (given = createBrowserSubscription(), rest = {}) =>
  pushDeviceSchema.parse((await subscribe(given, rest)).envelope?.data);
const rows = async (uid = member.uid) =>
  (await api.firestore.collection('pushSubscriptions').where('uid', '==', uid).get()).docs;
/** The signals that the device receives. */
const getPackedSignals = async (id: string) => {
  const { docs } = await getPacksCollection(api.firestore).get();
  const devices = docs.flatMap((pack) => parseDevices(pack).devices);
  return devices.find((device) => device.id === id)?.signals;
};

describe('push settings', () => {
  it('are public: the key and the pairs', async () => {
    const { status, envelope } = await api.call('/api/push');
    expect([status, envelope?.data]).toEqual([
      200,
      { publicKey: 'a key', pairs: ['EURUSD', 'GBPUSD'] },
    ]);
  });
});

describe('push subscription', () => {
  it('stores the device with the default preferences', async () => {
    const device = await subscribed();
    expect(device).toMatchObject({ preferences: DEFAULT_PUSH, pausedUntil: null });
    const [row] = await rows();
    expect(row?.id).toBe(device.id);
    expect(row?.get('sid')).toBe(readTokenSid(member.token));
    expect(await getPackedSignals(device.id)).toBe('basic');
  });

  it('keeps the preferences when renewed or replaced', async () => {
    const first = createBrowserSubscription();
    const { id } = await subscribed(first);
    const preferences = { ...DEFAULT_PUSH, perDay: 3, pairs: ['GBPUSD'] };
    await send('PATCH', `/api/push/subscriptions/${id}`, { preferences }, member.token);
    expect(await subscribed(first)).toMatchObject({ id, preferences });
    const next = await subscribed(createBrowserSubscription(), { replaces: first.endpoint });
    expect(next.preferences).toEqual(preferences);
    expect((await rows()).map((row) => row.id)).toEqual([next.id]);
  });

  it.each([
    ['https://internal.example/', 'This browser’s push service isn’t supported'],
    ['http://127.0.0.1:8080/', 'This browser’s push service isn’t supported'],
    ['no address', 'Not a valid push subscription'],
  ])('is rejected for an unknown push service: %s', async (endpoint, message) => {
    const { status, envelope } = await subscribe(createBrowserSubscription(endpoint));
    expect([status, envelope?.message]).toEqual([400, message]);
    expect(await rows()).toEqual([]);
  });

  it('is rejected for invalid keys, an unknown time zone or without login', async () => {
    const given = createBrowserSubscription();
    const keys = { ...given.keys, auth: 'short' };
    expect((await subscribe({ ...given, keys })).status).toBe(400);
    const { envelope } = await subscribe(given, { zone: 'Africa/Atlantis' });
    expect(envelope?.message).toBe('Unknown time zone');
    const anyone = { subscription: given, zone: 'Africa/Lagos' };
    expect((await send('POST', '/api/push/subscriptions', anyone)).status).toBe(401);
    expect(await rows()).toEqual([]);
  });

  it('takes over another member’s browser only with its keys', async () => {
    const theirs = createBrowserSubscription();
    await subscribed(theirs);
    const other = await logInNewMember(api, { tier: 'starter' });
    const guessed = { endpoint: theirs.endpoint, keys: createBrowserSubscription().keys };
    expect((await subscribe(guessed, { token: other.token })).status).toBe(409);
    expect((await subscribe(theirs, { token: other.token })).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect(await rows(other.uid)).toHaveLength(1);
  });

  it('succeeds for twenty members at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => logInNewMember(api, { tier: 'starter' })),
    );
    const answers = await Promise.all(
      all.map(({ token }) => subscribe(createBrowserSubscription(), { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    for (const { uid } of all) expect(await rows(uid)).toHaveLength(1);
  });

  it('keeps only the ten devices used last', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      now += 1000;
      ids.push((await subscribed()).id);
    }
    expect((await rows()).map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
  });

  it('keeps only ten devices even if the others were logged out in between', async () => {
    const ids: string[] = [];
    let { token } = member;
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 6; index += 1) {
        now += 1000;
        ids.push((await subscribed(createBrowserSubscription(), { token })).id);
      }
      const { envelope } = await send('DELETE', '/api/account/devices', undefined, token);
      ({ token } = sessionSchema.parse(envelope?.data));
    }
    expect((await rows()).map(({ id }) => id).sort()).toEqual(ids.slice(-10).sort());
  });
});

describe('push device', () => {
  it('can be changed, paused and removed by its member only', async () => {
    const { id } = await subscribed();
    const path = `/api/push/subscriptions/${id}`;
    const other = await logInNewMember(api);
    const pausedUntil = '2026-11-27T11:00:00.000Z';
    for (const [method, body] of [['PATCH', { pausedUntil }], ['DELETE']] as const)
      expect((await send(method, path, body, other.token)).status).toBe(404);
    expect((await send('POST', `${path}/test`, undefined, other.token)).status).toBe(404);
    const changed = await send('PATCH', path, { pausedUntil }, member.token);
    expect(changed.envelope?.data).toMatchObject({ id, pausedUntil, preferences: DEFAULT_PUSH });
    expect((await send('DELETE', path, undefined, member.token)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it('is removed on logout', async () => {
    await subscribed();
    expect((await send('POST', '/auth/logout', {}, member.token)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it('moves to a new subscription with the old one’s secret', async () => {
    const before = createBrowserSubscription();
    const { id } = await subscribed(before);
    const after = createBrowserSubscription();
    const wrong = { ...before, keys: createBrowserSubscription().keys };
    expect((await send('POST', '/api/push/moved', { before: wrong, after })).status).toBe(404);
    const elsewhere = createBrowserSubscription('https://internal.example/');
    expect((await send('POST', '/api/push/moved', { before, after: elsewhere })).status).toBe(400);
    expect((await send('POST', '/api/push/moved', { before, after })).status).toBe(200);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.id).not.toBe(id);
    expect(row?.data()).toMatchObject({ endpoint: after.endpoint, uid: member.uid });
  });
});

describe('list of push devices', () => {
  const CHROME = 'Mozilla/5.0 (Linux; Android 13; K) Chrome/141.0.0.0 Mobile Safari/537.36';
  const list = async (token: string) => {
    const headers = { 'user-agent': CHROME };
    const { envelope } = await api.call('/api/push/subscriptions', { token, headers });
    return z.array(listedPushSchema).parse(envelope?.data);
  };

  it('lists the member’s devices with active sessions and marks the current one', async () => {
    await list(member.token);
    const { id } = await subscribed();
    const second = await logIn(api, member.email);
    const elsewhere = await subscribed(createBrowserSubscription(), { token: second.token });
    const other = await logInNewMember(api);
    await subscribed(createBrowserSubscription(), { token: other.token });
    const devices = await list(member.token);
    expect(devices).toHaveLength(2);
    expect(devices).toContainEqual({
      id,
      browser: 'Chrome',
      platform: 'Android',
      pausedUntil: null,
      current: true,
    });
    expect(devices.find((one) => one.id === elsewhere.id)).toMatchObject({ current: false });
    await send('POST', '/auth/logout', {}, second.token);
    expect((await list(member.token)).map((one) => one.id)).toEqual([id]);
    expect((await api.call('/api/push/subscriptions')).status).toBe(401);
  });
});

describe('test push', () => {
  it('is queued for this device', async () => {
    const { id } = await subscribed();
    const { envelope } = await send(
      'POST',
      `/api/push/subscriptions/${id}/test`,
      undefined,
      member.token,
    );
    const waiting = await api.firestore.collection('pushes').where('about', '==', id).get();
    expect(waiting.docs.map((document) => ({ push: document.id }))).toEqual([envelope?.data]);
    expect(waiting.docs[0]?.data()).toMatchObject({ event: 'test', uid: member.uid });
  });
});

describe('receipt', () => {
  it('reports the delay until the push was shown, counted once', async () => {
    const { id } = await subscribed();
    const receipt = createReceipt(api.pushSecrets, {
      push: randomUUID(),
      row: id,
      sentAt: now - 1900,
    });
    const reportShown = () => send('POST', '/api/push/shown', { receipt, shownForMs: 100 });
    expect((await reportShown()).envelope?.data).toEqual({ tookMs: 1800 });
    await reportShown();
    expect(await readShownCounts(api.firestore, 3)).toEqual([
      { day: '20261120', shown: 1, delays: { to2000: 1 } },
    ]);
  });

  it('isn’t counted again after the device was changed, renewed, moved or replaced', async () => {
    const push = randomUUID();
    const report = (row: string) =>
      countShown(api.firestore, { push, row, sentAt: now }, { tookMs: 100, shard: 0 });
    const [first, moved] = [createBrowserSubscription(), createBrowserSubscription()];
    const { id } = await subscribed(first);
    expect(await report(id)).toBe(true);
    await send('PATCH', `/api/push/subscriptions/${id}`, { pausedUntil: null }, member.token);
    await subscribed(first, { zone: 'Europe/Berlin' });
    expect(await report(id)).toBe(false);
    await send('POST', '/api/push/moved', { before: first, after: moved });
    const [row] = await rows();
    expect(await report(row?.id ?? '')).toBe(false);
    const replaced = await subscribed(undefined, { replaces: moved.endpoint });
    expect(await report(replaced.id)).toBe(false);
  });

  it('is rejected if forged', async () => {
    const { id } = await subscribed();
    const made = `${randomUUID()}.${id}.${now}.aaaaaaaaaaaaaaaaaaaaaaaa`;
    for (const receipt of [made, '', '...', 'x'.repeat(300)])
      expect((await send('POST', '/api/push/shown', { receipt, shownForMs: 0 })).status).toBe(400);
  });
});

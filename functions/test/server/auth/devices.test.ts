import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import {
  accountDataSchema,
  DEVICES_SOFT_LIMIT,
  deviceSchema,
} from '@quantalgo/contracts/privacy/archive';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseDeviceLabel } from '../../../src/domain/account/account';
import { endAllSessions } from '../../../src/platform/auth/endSessions';
import { recordDevice } from '../../../src/platform/auth/openSessions';
import {
  MAX_SESSIONS,
  buildOpenSessionsQuery,
  getSessionEnd,
  toSessionFields,
} from '../../../src/platform/auth/sessions';
import { logIn, PASSWORD, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { PUSH_ON, createBrowserSubscription } from '../push/browser';

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-devices', { push: PUSH_ON });
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(() => api.close());

async function list(token = member.token, userAgent = PHONE) {
  const headers = { 'user-agent': userAgent };
  const { envelope } = await api.call('/api/account/devices', { token, headers });
  return z.array(deviceSchema).parse(envelope?.data);
}

const end = (path: string, token = member.token) =>
  api.call(`/api/account/devices${path}`, { method: 'DELETE', token });
const fetchStatus = async (token: string) => (await api.call('/auth/me', { token })).status;

/** Logs the member in a second time. */
const laterSession = () => logIn(api, member.email);

describe('devices of a member', () => {
  it('are listed by browser and platform, with the current one marked', async () => {
    const before = Date.now();
    expect(await list()).toMatchObject([{ browser: 'Chrome', platform: 'Android', current: true }]);
    const other = await laterSession();
    const devices = await list(other.token, 'Mozilla/5.0 (X11; Linux) Firefox/140.0');
    expect(devices).toMatchObject([
      { browser: 'Firefox', platform: 'Linux', current: true },
      { browser: 'Chrome', platform: 'Android', current: false },
    ]);
    for (const { lastSeenAt } of devices)
      expect(Date.parse(lastSeenAt)).toBeGreaterThanOrEqual(before);
  });

  it('are listed as unknown until they call the API, and can be logged out', async () => {
    const silent = await laterSession();
    const other = (await list()).find(({ current }) => !current);
    expect(other).toMatchObject({ browser: 'Unknown browser', platform: 'Unknown device' });
    const { envelope } = await api.call('/api/account/export', { token: member.token });
    const { devices } = accountDataSchema.parse(envelope?.data);
    expect(devices.map(({ id }) => id)).toContain(other?.id);
    expect((await end(`/${other?.id ?? ''}`)).status).toBe(200);
    expect(await fetchStatus(silent.token)).toBe(401);
  });

  it('are not recorded if the session is deleted during the call', async () => {
    const session = { uid: member.uid, sid: readTokenSid(member.token) };
    await api.firestore.doc(`sessions/${session.sid}`).delete();
    const open = { session, loggedInAt: Date.now(), changedAt: undefined };
    await recordDevice(api.firestore, open, parseDeviceLabel(PHONE), Date.now());
    const storedSessions = await api.firestore
      .collection('sessions')
      .where('uid', '==', member.uid)
      .get();
    expect(storedSessions.size).toBe(0);
  });

  it('are recorded at most once an hour', async () => {
    await list();
    const device = api.firestore.doc(`sessions/${readTokenSid(member.token)}`);
    const noted = (await device.get()).updateTime;
    await list();
    expect((await device.get()).updateTime).toEqual(noted);
  });

  it('expire after 90 unused days, and after a year at the latest', async () => {
    const [began, day] = [Date.parse('2026-01-01T00:00:00Z'), 24 * 60 * 60_000];
    expect(getSessionEnd(began, began)).toBe(began + 90 * day);
    expect(getSessionEnd(began, began + 30 * day)).toBe(began + 120 * day);
    expect(getSessionEnd(began, began + 364 * day)).toBe(began + 365 * day);
    const session = api.firestore.doc(`sessions/${readTokenSid(member.token)}`);
    await session.update({ lastSeenAt: new Date(Date.now() - day) });
    const before: unknown = (await session.get()).get('expireAt');
    await list();
    expect((await session.get()).get('expireAt')).not.toEqual(before);
  });

  it('can be logged out one by one', async () => {
    const other = await laterSession();
    await list(other.token);
    await list();
    const target = (await list()).find(({ current }) => !current);
    for (let times = 0; times < 2; times += 1)
      expect((await end(`/${target?.id ?? ''}`)).status).toBe(200);
    expect([await fetchStatus(other.token), await fetchStatus(member.token)]).toEqual([401, 200]);
    expect(await list()).toHaveLength(1);
  });

  it('cannot be ended by another member', async () => {
    const other = await logInNewMember(api);
    const [device] = await list(other.token);
    const { status } = await end(`/${device?.id ?? ''}9`);
    expect(status).toBe(404);
    await end(`/${device?.id ?? ''}`);
    expect(await fetchStatus(other.token)).toBe(200);
  });

  it('are all logged out except the current one, including unrecorded sessions', async () => {
    const silent = await logIn(api, member.email);
    const { status, envelope } = await end('');
    expect(status).toBe(200);
    const { token } = sessionSchema.parse(envelope?.data);
    expect([await fetchStatus(silent.token), await fetchStatus(token)]).toEqual([401, 200]);
    expect(await list(token)).toMatchObject([{ current: true }]);
  });

  it('end the longest unseen session and its pushes at a login over the limit', async () => {
    const body = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
    await api.call('/api/push/subscriptions', { method: 'POST', body, token: member.token });
    const sessions = api.firestore.collection('sessions');
    const seenBefore = (minutes: number) => ({
      lastSeenAt: Timestamp.fromMillis(Date.now() - minutes * 60_000),
    });
    await sessions.doc(readTokenSid(member.token)).update(seenBefore(MAX_SESSIONS));
    const fields = toSessionFields(member.uid, Date.now(), true);
    const batch = api.firestore.batch();
    for (let minutes = 1; minutes < MAX_SESSIONS; minutes += 1)
      batch.set(sessions.doc(), { ...fields, ...seenBefore(minutes) });
    await batch.commit();
    const open = async () => (await buildOpenSessionsQuery(api.firestore, member.uid).get()).size;
    expect(await open()).toBe(MAX_SESSIONS);
    const next = await laterSession();
    expect(await open()).toBe(MAX_SESSIONS);
    expect([await fetchStatus(member.token), await fetchStatus(next.token)]).toEqual([401, 200]);
    const subscriptions = api.firestore
      .collection('pushSubscriptions')
      .where('uid', '==', member.uid);
    expect((await subscriptions.get()).size).toBe(0);
    await Promise.all(Array.from({ length: 5 }, laterSession));
    const { token } = await laterSession();
    expect(await open()).toBe(MAX_SESSIONS);
    expect([await fetchStatus(next.token), await fetchStatus(token)]).toEqual([200, 200]);
  });

  it.each([
    ['DELETE', '/api/account/devices', undefined],
    ['POST', '/api/account/password', { currentPassword: PASSWORD, newPassword: 'Another2026' }],
    ['POST', '/auth/transfer-code', { currentPassword: PASSWORD }],
    ['DELETE', '/api/account', { currentPassword: PASSWORD }],
    [
      'POST',
      '/api/account/first-password',
      {
        newPassword: 'Another2026',
        fullName: 'Vera Own',
        phone: '+234 801 234 5678',
        country: 'Nigeria',
      },
    ],
  ])('cannot change or open anything if ended during %s %s', async (method, path, body) => {
    const { uid, token } = member;
    const { firestore, limiter, secrets } = api;
    // Between the call's authentication and its transaction.
    const ending = await startApi('demo-account-devices-ending', {
      firestore,
      secrets,
      limiter: {
        ...limiter,
        take: async (name, key) => {
          await endAllSessions(firestore, { uid }, Date.now());
          return limiter.take(name, key);
        },
      },
    });
    const how = { method, token, ...(body && { body }) };
    expect((await ending.call(path, how)).status).toBe(401);
    await ending.close();
    const ofMember = (name: string) => firestore.collection(name).where('uid', '==', uid).get();
    expect((await buildOpenSessionsQuery(firestore, uid).get()).size).toBe(0);
    expect((await ofMember('transfers')).size).toBe(0);
    expect(await fetchStatus((await laterSession()).token)).toBe(200);
  });

  it('never block a login, even above the soft limit', async () => {
    const many = Array.from({ length: 12 }, (_, index) => {
      const device = { browser: 'Chrome', platform: 'Android' };
      const session = toSessionFields(member.uid, Date.now() - index * 1000, true);
      return api.firestore.collection('sessions').add({ ...session, ...device });
    });
    await Promise.all(many);
    const { token } = await logIn(api, member.email);
    expect((await list(token)).length).toBeGreaterThan(DEVICES_SOFT_LIMIT);
  });
});

import { DEVICES_SOFT_LIMIT, deviceSchema, sessionSchema } from '@quantalgo/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { deviceLabel } from '../../../src/domain/account';
import { recordDevice } from '../../../src/platform/members/sessions';
import { logIn, signedIn } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { authTimeOf } from '../http/tokens';

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

let api: Api;
let member: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  api = await startApi('demo-account-devices');
});
beforeEach(async () => {
  member = await signedIn(api);
});
afterAll(() => api.close());

async function list(token = member.token, userAgent = PHONE) {
  const headers = { 'user-agent': userAgent };
  const { envelope } = await api.call('/api/account/devices', { token, headers });
  return z.array(deviceSchema).parse(envelope?.data);
}

const end = (path: string, token = member.token) =>
  api.call(`/api/account/devices${path}`, { method: 'DELETE', token });
const statusOf = async (token: string) => (await api.call('/auth/me', { token })).status;

/** Signs the member in a second time; sessions are told apart by the second. */
const laterSession = () =>
  vi.waitUntil(
    async () => {
      const session = await logIn(api, member.email);
      return authTimeOf(session.token) > authTimeOf(member.token) ? session : null;
    },
    { timeout: 20_000, interval: 200 },
  );

describe('the devices of a member', () => {
  it('are those that called, by name, the asking one marked', async () => {
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

  it('are not noted for a member who was deleted while the call was under way', async () => {
    const session = { uid: member.uid, authTime: authTimeOf(member.token) };
    await api.firestore.doc(`users/${member.uid}`).delete();
    await recordDevice(api.firestore, session, deviceLabel(PHONE), Date.now());
    const devices = await api.firestore.collection('devices').where('uid', '==', member.uid).get();
    expect(devices.size).toBe(0);
  });

  it('are noted once an hour, not with each call', async () => {
    await list();
    const device = api.firestore.doc(`devices/${member.uid}_${authTimeOf(member.token)}`);
    const noted = (await device.get()).updateTime;
    await list();
    expect((await device.get()).updateTime).toEqual(noted);
  });

  it('are signed out one by one', async () => {
    const other = await laterSession();
    await list(other.token);
    await list();
    const target = (await list()).find(({ current }) => !current);
    for (let times = 0; times < 2; times += 1)
      expect((await end(`/${target?.id ?? ''}`)).status).toBe(200);
    expect([await statusOf(other.token), await statusOf(member.token)]).toEqual([401, 200]);
    expect(await list()).toHaveLength(1);
  });

  it('of another member are not there', async () => {
    const other = await signedIn(api);
    const [device] = await list(other.token);
    const { status } = await end(`/${device?.id ?? ''}9`);
    expect(status).toBe(404);
    await end(`/${device?.id ?? ''}`);
    expect(await statusOf(other.token)).toBe(200);
  });

  it('are all signed out but this one, those that never called too', async () => {
    const silent = await logIn(api, member.email);
    await vi.waitUntil(() => Date.now() / 1000 > authTimeOf(silent.token) + 1, { timeout: 20_000 });
    const { status, envelope } = await end('');
    expect(status).toBe(200);
    const { token } = sessionSchema.parse(envelope?.data);
    expect([await statusOf(silent.token), await statusOf(token)]).toEqual([401, 200]);
    expect(await list(token)).toMatchObject([{ current: true }]);
  });

  it('keep nobody out, however many they are', async () => {
    const many = Array.from({ length: 12 }, (_, index) => {
      const id = `${member.uid}_${authTimeOf(member.token) + index + 1}`;
      const device = { uid: member.uid, browser: 'Chrome', platform: 'Android' };
      const at = new Date(Date.now() - index * 1000);
      return api.firestore.doc(`devices/${id}`).set({ ...device, signedInAt: at, lastSeenAt: at });
    });
    await Promise.all(many);
    const { token } = await logIn(api, member.email);
    expect((await list(token)).length).toBeGreaterThan(DEVICES_SOFT_LIMIT);
  });
});

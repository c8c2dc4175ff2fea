import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDeviceNotice } from '../../../src/domain/account/account';
import { PASSWORD, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo } from './visitor';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;
let ahead = 0;

beforeAll(async () => {
  api = await startApi('demo-account-new-device', { clock: () => Date.now() + ahead });
});
beforeEach(async () => {
  ahead = 0;
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const logInFrom = (device?: string, password = PASSWORD) =>
  api.call('/auth/login', {
    method: 'POST',
    body: { email: member.email, password },
    ...(device !== undefined && { headers: { 'x-device': device } }),
  });

const readDevice = async (answer: ReturnType<typeof logInFrom>) => {
  const data: unknown = (await answer).envelope?.data;
  const device: unknown = Reflect.get(Object(data), 'device');
  return typeof device === 'string' ? device : '';
};

const notices = async () =>
  (await mailsTo(api, member.email)).filter(({ template }) => template === 'newDevice');

const pushes = async () =>
  (
    await api.firestore
      .collection('pushes')
      .where('uid', '==', member.uid)
      .where('event', '==', 'security')
      .get()
  ).docs;

describe('new-device notice', () => {
  it('is emailed and pushed once per device', async () => {
    const device = await readDevice(logInFrom());
    expect(await notices()).toMatchObject([{ given: { fullName: 'Ada Obi', zone: 'wat' } }]);
    expect((await pushes()).map((push) => push.data())).toMatchObject([{ about: 'new-login' }]);
    await logInFrom(device);
    await logInFrom(member.device);
    await logInFrom(device);
    expect(await notices()).toHaveLength(1);
    expect(await pushes()).toHaveLength(1);
  });

  it('is not sent for the first login or for a wrong password', async () => {
    expect(await notices()).toEqual([]);
    await logInFrom(undefined, 'Wrong2026');
    expect(await notices()).toEqual([]);
  });

  it('is emailed even if the member turned security notifications off', async () => {
    const body = { notifications: { security: false } };
    await api.call('/api/account', { method: 'PATCH', body, token: member.token });
    await logInFrom();
    expect(await notices()).toHaveLength(1);
  });

  it('is not sent for the device that changed the password, but for the next one', async () => {
    const body = { currentPassword: PASSWORD, newPassword: 'Another2026' };
    const headers = { 'x-device': member.device ?? '' };
    const { token } = member;
    await api.call('/api/account/password', { method: 'POST', body, token, headers });
    expect(await notices()).toEqual([]);
    await logInFrom(undefined, 'Another2026');
    expect(await notices()).toHaveLength(1);
  });

  it('is sent at most five times an hour', async () => {
    for (let time = 0; time < 7; time += 1) await logInFrom();
    expect(await notices()).toHaveLength(5);
    ahead = 61 * 60_000;
    await logInFrom();
    expect(await notices()).toHaveLength(6);
  });

  it('is due only for an unknown device of an account that already has one', () => {
    expect(addDeviceNotice({ devices: ['a', 'b'], noticeTimes: [] }, 'a', 1)).toBeNull();
    expect(addDeviceNotice({ devices: [], noticeTimes: [] }, 'a', 1)).toBeNull();
    expect(addDeviceNotice({ devices: ['a'], noticeTimes: [0] }, 'b', 1)).toEqual([0, 1]);
  });
});

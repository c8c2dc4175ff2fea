import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import {
  ONLINE_TTL_MS,
  PRESENCE_COUNT_INTERVAL_MS,
  PRESENCE_INTERVAL_MS,
} from '@quantalgo/contracts/network/presence';
import { presenceEndpoints } from '@quantalgo/contracts/network/presenceEndpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { countWrites } from './countWrites';

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');

beforeAll(async () => {
  api = await startApi('demo-presence', { clock: () => now });
});
beforeEach(() => {
  now += 10 * ONLINE_TTL_MS;
});
afterAll(() => api.close());

type Member = Awaited<ReturnType<typeof logInNewMember>>;

const ask = ({ token }: Member) => api.call('/api/presence', { method: 'POST', token, body: {} });

async function present(member: Member) {
  const { envelope } = await ask(member);
  return presenceEndpoints.bePresent.data.parse(envelope?.data);
}

const members = (count: number) =>
  Promise.all(Array.from({ length: count }, () => logInNewMember(api, { tier: 'starter' })));

describe('online count', () => {
  it('is recounted for everyone a minute after the last count', async () => {
    const [ada, bola] = await Promise.all([
      logInNewMember(api, { tier: 'starter' }),
      logInNewMember(api, { tier: 'essential' }),
    ]);
    expect((await present(ada)).online).toBe(1);
    expect((await present(bola)).online).toBe(1);
    now += PRESENCE_COUNT_INTERVAL_MS;
    expect(await present(ada)).toEqual({ online: 2, countedAt: new Date(now).toISOString() });
  });

  it('excludes members without an open room for five minutes', async () => {
    const [ada, bola] = await Promise.all([
      logInNewMember(api, { tier: 'starter' }),
      logInNewMember(api, { tier: 'starter' }),
    ]);
    await present(ada);
    now += ONLINE_TTL_MS + 1;
    expect((await present(bola)).online).toBe(1);
  });

  it('updates a polling member’s presence every other minute', async () => {
    const { token, uid } = await logInNewMember(api, { tier: 'essential' });
    const noted = async () => {
      await api.call('/api/network/look', { method: 'POST', token, body: { after: null } });
      return (await api.firestore.doc(`networkMembers/${uid}`).get()).updateTime;
    };
    const first = await noted();
    now += ROOM_POLL_INTERVAL_MS;
    expect(await noted()).toEqual(first);
    now += ROOM_POLL_INTERVAL_MS;
    expect(await noted()).not.toEqual(first);
  });

  it.each([20, 45, 120])(
    'includes a member who reloads after %i seconds until a late next call',
    async (seconds) => {
      const [ada, bola] = await Promise.all([
        logInNewMember(api, { tier: 'starter' }),
        logInNewMember(api, { tier: 'starter' }),
      ]);
      await present(ada);
      now += seconds * 1000;
      await present(ada);
      now += PRESENCE_INTERVAL_MS + 25_000;
      expect((await present(bola)).online).toBe(2);
    },
  );

  it('is written once for concurrent calls', async () => {
    const everybody = await members(12);
    await Promise.all(everybody.slice(0, 1).map(present));
    const written = countWrites('presence/now');
    now += ONLINE_TTL_MS;
    await Promise.all(everybody.map(present));
    expect(written()).toBe(1);
    now += PRESENCE_COUNT_INTERVAL_MS / 2;
    await Promise.all(everybody.map(present));
    expect(written()).toBe(1);
  });

  it('is hidden from members with a locked dashboard', async () => {
    const guest = await logInNewMember(api, { tier: 'guest' });
    const { status, envelope } = await ask(guest);
    expect([status, envelope?.data]).toEqual([403, undefined]);
  });
});

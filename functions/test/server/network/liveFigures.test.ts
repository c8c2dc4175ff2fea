import { slotId } from '@quantalgo/contracts/core/slots';
import { LIVE_FIGURES_INTERVAL_MS } from '@quantalgo/contracts/network/liveFigures';
import { liveFiguresEndpoints } from '@quantalgo/contracts/network/liveFiguresEndpoints';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { countWrites } from './countWrites';

let api: Api;
const NOON = Date.parse('2026-11-20T12:00:00Z');
let now = NOON;

beforeAll(async () => {
  api = await startApi('demo-live-figures', { clock: () => now });
});
beforeEach(() => {
  now += 10 * LIVE_FIGURES_INTERVAL_MS;
});
afterAll(() => api.close());

const ask = ({ token }: { readonly token: string }) => api.call('/api/live', { token });

const counted = async (member: { readonly token: string }) =>
  liveFiguresEndpoints.liveFigures.data.parse((await ask(member)).envelope?.data);

/** Stores published signals: one basic yesterday, two basic and one order-flow today. */
const publish = () =>
  api.firestore.doc('status/heartbeat').set({
    slot: slotId(NOON),
    state: 'published',
    at: Timestamp.fromMillis(NOON),
    opensAt: null,
    inventory: {
      '20261119': { basic: { count: 1, sum: 7 } },
      '20261120': { basic: { count: 2, sum: 7 }, 'order-flow': { count: 1, sum: 7 } },
    },
  });

const look = ({ token }: { readonly token: string }) =>
  api.call('/api/network/look', { method: 'POST', token, body: { after: null } });

describe('live figures', () => {
  it('count members online, today’s signals and posts, and devices', async () => {
    const [starter, essential] = [
      await logInNewMember(api, { tier: 'starter' }),
      await logInNewMember(api, { tier: 'essential' }),
    ];
    await publish();
    await look(essential);
    expect((await counted(starter)).figures).toEqual({
      online: 1,
      signals: 3,
      devices: 0,
      posts: 0,
    });
  });

  it('are recounted at most once a minute, with the time of the count', async () => {
    const [ada, bola] = [
      await logInNewMember(api, { tier: 'starter' }),
      await logInNewMember(api, { tier: 'starter' }),
    ];
    const first = await counted(ada);
    expect(Date.parse(first.countedAt)).toBe(now);
    await look(ada);
    now += LIVE_FIGURES_INTERVAL_MS - 1;
    expect(await counted(bola)).toEqual(first);
    now += 1;
    expect((await counted(bola)).figures.online).toBe(first.figures.online + 1);
  });

  it('are counted by one of many concurrent requests, and later if that one fails', async () => {
    const everybody = await Promise.all(
      Array.from({ length: 12 }, () => logInNewMember(api, { tier: 'starter' })),
    );
    const [ada] = everybody;
    if (!ada) throw new Error('Nobody is logged in');
    await counted(ada);
    const written = countWrites('liveFigures/current');
    now += LIVE_FIGURES_INTERVAL_MS;
    const all = await Promise.all(everybody.map(counted));
    // A claim and its figures.
    expect(written()).toBe(2);
    expect(all.filter(({ countedAt }) => Date.parse(countedAt) === now).length).toBeGreaterThan(0);
    now += LIVE_FIGURES_INTERVAL_MS;
    const current = api.firestore.doc('liveFigures/current');
    await current.update({ claimedAt: Timestamp.fromMillis(now) });
    expect(Date.parse((await counted(ada)).countedAt)).toBe(now - LIVE_FIGURES_INTERVAL_MS);
    now += LIVE_FIGURES_INTERVAL_MS / 2;
    expect(Date.parse((await counted(ada)).countedAt)).toBe(now);
  });

  it('are current for all concurrent requests after an idle period', async () => {
    const everybody = await Promise.all(
      Array.from({ length: 6 }, () => logInNewMember(api, { tier: 'starter' })),
    );
    const [ada] = everybody;
    if (!ada) throw new Error('Nobody is logged in');
    await counted(ada);
    now += 600 * LIVE_FIGURES_INTERVAL_MS;
    const all = await Promise.all(everybody.map(counted));
    expect(all.map(({ countedAt }) => Date.parse(countedAt))).toEqual(all.map(() => now));
  });

  it('are the previous ones if a count after an idle period doesn’t finish', async () => {
    const ada = await logInNewMember(api, { tier: 'starter' });
    await counted(ada);
    const before = now;
    now += 600 * LIVE_FIGURES_INTERVAL_MS;
    const current = api.firestore.doc('liveFigures/current');
    await current.update({ claimedAt: Timestamp.fromMillis(now) });
    expect(Date.parse((await counted(ada)).countedAt)).toBe(before);
  });

  it('are closed to locked members and to requests without a session', async () => {
    expect((await ask(await logInNewMember(api, { tier: 'guest' }))).status).toBe(403);
    expect((await api.call('/api/live', {})).status).toBe(401);
  });
});

import { randomUUID } from 'node:crypto';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { leaderboardSchema, publisherSchema } from '@quantalgo/contracts/leaderboard/leaderboard';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../candles';
import { randomName, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

const BOT = createConfiguration(NOON);

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-leaderboard');
});
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'starter' });
});
afterAll(() => api.close());

const setName = (name: string, token = member.token) =>
  api.call('/api/publisher', { method: 'PATCH', token, body: { name } });

const publish = (configuration: unknown, { token = member.token, key = randomUUID() } = {}) =>
  api.call('/api/publications', {
    method: 'POST',
    token,
    body: { configuration },
    headers: { 'idempotency-key': key },
  });

const withdraw = (id: string, token = member.token) =>
  api.call(`/api/publications/${id}`, { method: 'DELETE', token });

const fetchPublisher = async (token = member.token) =>
  publisherSchema.parse((await api.call('/api/publisher', { token })).envelope?.data);

const fetchLeaderboard = async (token = member.token) =>
  leaderboardSchema.parse((await api.call('/api/leaderboard', { token })).envelope?.data);

describe('display name', () => {
  it('is unique, including look-alikes, until its member changes it', async () => {
    const other = await logInNewMember(api, { tier: 'essential' });
    expect((await setName('Chidi A')).status).toBe(200);
    expect((await setName('chidi_a', other.token)).status).toBe(409);
    expect((await setName('Chidi_A')).status).toBe(200);
    expect((await setName('Amara')).status).toBe(200);
    expect((await setName('Chidi A', other.token)).status).toBe(200);
    expect((await fetchPublisher()).name).toBe('Amara');
  });

  it('is updated in every row', async () => {
    await setName(randomName());
    await publish(BOT);
    const after = randomName();
    await setName(after);
    const [own] = (await fetchPublisher()).publications;
    expect((await fetchLeaderboard()).rows.find(({ id }) => id === own?.id)?.name).toBe(after);
  });
});

describe('publication', () => {
  it('requires a display name, starts with the next slot and is created once per key', async () => {
    expect((await publish(BOT)).envelope?.error).toBe('Choose a display name before you publish');
    await setName(randomName());
    const before = await fetchLeaderboard();
    const key = randomUUID();
    const at = Date.now();
    await publish({ ...BOT, pauses: [{ from: 1, until: null }] }, { key });
    await publish({ ...BOT, pauses: [{ from: 1, until: null }] }, { key });
    const { publications } = await fetchPublisher();
    expect(publications).toHaveLength(1);
    expect(publications[0]?.configuration).toMatchObject({ pauses: [] });
    expect(publications[0]?.configuration.since).toBeGreaterThanOrEqual(nextSlotStart(at));
    const after = await fetchLeaderboard();
    expect([after.tried, after.running]).toEqual([before.tried + 1, before.running + 1]);
  });

  it('is rejected beyond three or if it is already published', async () => {
    await setName(randomName());
    for (const maxOpenTrades of [1, 2, 4]) await publish({ ...BOT, maxOpenTrades });
    const twice = await publish({ ...BOT, maxOpenTrades: 2, since: 5 });
    expect(twice.envelope?.error).toBe('You’ve already published this configuration');
    const fourth = await publish({ ...BOT, maxOpenTrades: 5 });
    expect(fourth.envelope?.error).toBe(
      'You have 3 published configurations. Withdraw one before publishing another.',
    );
  });

  it('can be withdrawn by its member only, and stays counted and listed', async () => {
    await setName(randomName());
    await publish(BOT);
    const [own] = (await fetchPublisher()).publications;
    const id = own?.id ?? '';
    const other = await logInNewMember(api, { tier: 'essential' });
    expect((await withdraw(id, other.token)).status).toBe(404);
    const before = await fetchLeaderboard();
    await withdraw(id);
    const at = (await fetchPublisher()).publications[0]?.withdrawnAt;
    expect((await withdraw(id)).status).toBe(200);
    expect((await fetchPublisher()).publications[0]?.withdrawnAt).toBe(at);
    const after = await fetchLeaderboard();
    expect(after).toMatchObject({
      tried: before.tried,
      running: before.running - 1,
      withdrawn: before.withdrawn + 1,
    });
    expect(after.rows.find((row) => row.id === id)?.withdrawnAt).toBe(at);
  });

  it('is closed to guests, except a single row without the name', async () => {
    await setName(randomName());
    await publish(BOT);
    const [own] = (await fetchPublisher()).publications;
    const guest = await logInNewMember(api);
    for (const path of ['/api/leaderboard', '/api/publisher'])
      expect((await api.call(path, { token: guest.token })).status).toBe(403);
    expect((await publish(BOT, { token: guest.token })).status).toBe(403);
    expect((await setName(randomName(), guest.token)).status).toBe(403);
    expect((await api.call('/api/leaderboard')).status).toBe(401);
    const { envelope } = await api.call(`/api/leaderboard/${own?.id ?? ''}`);
    expect(envelope?.data).not.toHaveProperty('name');
    expect((await api.call(`/api/leaderboard/${randomUUID()}`)).status).toBe(404);
  });

  it('is removed with its member’s account but stays counted as tried', async () => {
    const name = randomName();
    await setName(name);
    await publish(BOT);
    const before = await fetchLeaderboard();
    const other = await logInNewMember(api, { tier: 'essential' });
    const body = { currentPassword: 'Trader2026' };
    await api.call('/api/account', { method: 'DELETE', token: member.token, body });
    const after = await fetchLeaderboard(other.token);
    expect([after.tried, after.running]).toEqual([before.tried, before.running - 1]);
    expect(JSON.stringify(after)).not.toContain(name);
    expect((await setName(name, other.token)).status).toBe(200);
  });
});

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

const named = (name: string, token = member.token) =>
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

const publisherOf = async (token = member.token) =>
  publisherSchema.parse((await api.call('/api/publisher', { token })).envelope?.data);

const leaderboard = async (token = member.token) =>
  leaderboardSchema.parse((await api.call('/api/leaderboard', { token })).envelope?.data);

describe('a display name', () => {
  it('is one member’s, and so is all that looks like it, until they choose another', async () => {
    const other = await logInNewMember(api, { tier: 'essential' });
    expect((await named('Chidi A')).status).toBe(200);
    expect((await named('chidi_a', other.token)).status).toBe(409);
    expect((await named('Chidi_A')).status).toBe(200);
    expect((await named('Amara')).status).toBe(200);
    expect((await named('Chidi A', other.token)).status).toBe(200);
    expect((await publisherOf()).name).toBe('Amara');
  });

  it('is changed in every row', async () => {
    await named(randomName());
    await publish(BOT);
    const after = randomName();
    await named(after);
    const [own] = (await publisherOf()).publications;
    expect((await leaderboard()).rows.find(({ id }) => id === own?.id)?.name).toBe(after);
  });
});

describe('a configuration', () => {
  it('is published under a name, from the next slot on, once for each key', async () => {
    expect((await publish(BOT)).envelope?.error).toBe('Choose a display name before you publish');
    await named(randomName());
    const before = await leaderboard();
    const key = randomUUID();
    const at = Date.now();
    await publish({ ...BOT, pauses: [{ from: 1, until: null }] }, { key });
    await publish({ ...BOT, pauses: [{ from: 1, until: null }] }, { key });
    const { publications } = await publisherOf();
    expect(publications).toHaveLength(1);
    expect(publications[0]?.configuration).toMatchObject({ pauses: [] });
    expect(publications[0]?.configuration.since).toBeGreaterThanOrEqual(nextSlotStart(at));
    const after = await leaderboard();
    expect([after.tried, after.running]).toEqual([before.tried + 1, before.running + 1]);
  });

  it('is refused as a fourth, or where it is published already', async () => {
    await named(randomName());
    for (const mostOpen of [1, 2, 4]) await publish({ ...BOT, mostOpen });
    const twice = await publish({ ...BOT, mostOpen: 2, since: 5 });
    expect(twice.envelope?.error).toBe('You’ve already published this configuration');
    const fourth = await publish({ ...BOT, mostOpen: 5 });
    expect(fourth.envelope?.error).toBe(
      'You have 3 published configurations. Withdraw one before publishing another.',
    );
  });

  it('stays counted and shown once it is withdrawn, by its own member alone', async () => {
    await named(randomName());
    await publish(BOT);
    const [own] = (await publisherOf()).publications;
    const id = own?.id ?? '';
    const other = await logInNewMember(api, { tier: 'essential' });
    expect((await withdraw(id, other.token)).status).toBe(404);
    const before = await leaderboard();
    await withdraw(id);
    const at = (await publisherOf()).publications[0]?.withdrawnAt;
    expect((await withdraw(id)).status).toBe(200);
    expect((await publisherOf()).publications[0]?.withdrawnAt).toBe(at);
    const after = await leaderboard();
    expect(after).toMatchObject({
      tried: before.tried,
      running: before.running - 1,
      withdrawn: before.withdrawn + 1,
    });
    expect(after.rows.find((row) => row.id === id)?.withdrawnAt).toBe(at);
  });

  it('is closed to guests, but for a single row without its name', async () => {
    await named(randomName());
    await publish(BOT);
    const [own] = (await publisherOf()).publications;
    const guest = await logInNewMember(api);
    for (const path of ['/api/leaderboard', '/api/publisher'])
      expect((await api.call(path, { token: guest.token })).status).toBe(403);
    expect((await publish(BOT, { token: guest.token })).status).toBe(403);
    expect((await named(randomName(), guest.token)).status).toBe(403);
    expect((await api.call('/api/leaderboard')).status).toBe(401);
    const { envelope } = await api.call(`/api/leaderboard/${own?.id ?? ''}`);
    expect(envelope?.data).not.toHaveProperty('name');
    expect((await api.call(`/api/leaderboard/${randomUUID()}`)).status).toBe(404);
  });

  it('leaves with its member; that it was tried stays', async () => {
    const name = randomName();
    await named(name);
    await publish(BOT);
    const before = await leaderboard();
    const other = await logInNewMember(api, { tier: 'essential' });
    const body = { currentPassword: 'Trader2026' };
    await api.call('/api/account', { method: 'DELETE', token: member.token, body });
    const after = await leaderboard(other.token);
    expect([after.tried, after.running]).toEqual([before.tried, before.running - 1]);
    expect(JSON.stringify(after)).not.toContain(name);
    expect((await named(name, other.token)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { botsSchema } from '@quantalgo/contracts/bots/bot';
import {
  type Configuration,
  createConfiguration,
  togglePause,
} from '@quantalgo/contracts/bots/configuration';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

const SINCE = Date.parse('2026-11-20T08:00:00Z');
const BOT = createConfiguration(SINCE);

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-bots');
});
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'starter', dashboardUnlocked: true });
});
afterAll(() => api.close());

const send = (id: string, body: unknown, token = member.token, headers = {}) =>
  api.call(`/api/bots/${id}`, { method: 'PATCH', token, body, headers });

const save = (id: string, configuration: unknown, token = member.token, headers = {}) =>
  send(id, { base: null, configuration }, token, headers);

const fetchBots = async (token = member.token) => {
  const { envelope } = await api.call('/api/bots', { token });
  return botsSchema.parse(envelope?.data);
};

describe('paper bots', () => {
  it('are empty at first', async () => {
    expect(await fetchBots()).toEqual([]);
  });

  it('can be saved, changed in place and removed, all idempotently', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const bold: Configuration = { ...BOT, maxOpenTrades: 9 };
    await save(first, BOT);
    await save(second, BOT);
    await save(first, bold);
    expect((await save(first, bold)).status).toBe(200);
    expect(await fetchBots()).toEqual([
      { id: first, configuration: bold },
      { id: second, configuration: BOT },
    ]);
    await save(first, null);
    await save(first, null);
    expect(await fetchBots()).toEqual([{ id: second, configuration: BOT }]);
  });

  it('keep what two devices changed, in either order', async () => {
    const id = randomUUID();
    await save(id, BOT);
    const paused = togglePause(BOT, SINCE + 60_000);
    const stake = { kind: 'fixed', cents: 10_000 } as const;
    await send(id, { base: BOT, configuration: { ...BOT, stake } });
    await send(id, { base: BOT, configuration: paused });
    expect(await fetchBots()).toEqual([{ id, configuration: { ...paused, stake } }]);
    const levels = 2;
    await send(id, { base: BOT, configuration: { ...BOT, levels } });
    expect(await fetchBots()).toEqual([{ id, configuration: { ...paused, stake, levels } }]);
  });

  it('stay removed if a change arrives that another device queued before', async () => {
    const id = randomUUID();
    await save(id, BOT);
    await save(id, null);
    const configuration = togglePause(BOT, SINCE + 60_000);
    const { status, envelope } = await send(id, { base: BOT, configuration });
    expect(status).toBe(409);
    expect(envelope?.error).toBe('This bot was removed, so your change wasn’t saved.');
    expect(await fetchBots()).toEqual([]);
  });

  it('stay removed if the call that added them is repeated', async () => {
    const [id, added] = [randomUUID(), { 'idempotency-key': randomUUID() }];
    await save(id, BOT, member.token, added);
    await save(id, null, member.token, { 'idempotency-key': randomUUID() });
    const late = await save(id, BOT, member.token, added);
    expect([late.status, late.envelope?.data]).toEqual([200, []]);
    expect(await fetchBots()).toEqual([]);
  });

  it('are limited to three', async () => {
    for (const id of [randomUUID(), randomUUID(), randomUUID()]) await save(id, BOT);
    const { status, envelope } = await save(randomUUID(), BOT);
    expect(status).toBe(409);
    expect(envelope?.error).toBe('You have 3 bots. Remove one before adding another.');
    expect(await fetchBots()).toHaveLength(3);
  });

  it('are rejected outside the allowed range, with the range', async () => {
    const { status, envelope } = await save(randomUUID(), { ...BOT, balance: 1 });
    expect(status).toBe(400);
    expect(envelope?.error).toBe('Enter a balance from $10 to $100,000');
  });

  it('are private to their member', async () => {
    const id = randomUUID();
    await save(id, BOT);
    const other = await logInNewMember(api, { tier: 'essential', dashboardUnlocked: true });
    await save(id, null, other.token);
    expect(await fetchBots(other.token)).toEqual([]);
    expect(await fetchBots()).toHaveLength(1);
  });

  it('are closed to guests', async () => {
    const guest = await logInNewMember(api);
    expect((await save(randomUUID(), BOT, guest.token)).status).toBe(403);
    expect((await api.call('/api/bots', { token: guest.token })).status).toBe(403);
  });
});

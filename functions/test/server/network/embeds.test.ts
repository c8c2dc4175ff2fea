import { randomUUID } from 'node:crypto';
import { createConfiguration } from '@quantalgo/contracts/bots/configuration';
import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { leaderboardEndpoints } from '@quantalgo/contracts/leaderboard/endpoints';
import { networkEndpoints } from '@quantalgo/contracts/network/endpoints';
import { STRANGER_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let now = Date.parse('2026-11-20T12:00:00Z');
type Member = Awaited<ReturnType<typeof logInNewMember>>;
let ada: Member;
let bola: Member;

beforeAll(async () => {
  api = await startApi('demo-embeds', { clock: () => now });
});
beforeEach(async () => {
  now += 60 * 60_000;
  ada = await logInNewMember(api, { tier: 'starter', fullName: 'Ada Obi' });
  bola = await logInNewMember(api, { tier: 'starter', fullName: 'Bola Ade' });
});
afterAll(() => api.close());

const keyed = (member: Member, path: string, body: object) =>
  api.call(path, {
    method: 'POST',
    token: member.token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });

const post = (member: Member, embed: object) =>
  keyed(member, '/api/network', { action: 'write', to: null, text: 'See', signal: null, embed });

async function posted(member: Member, embed: object) {
  const { status, envelope } = await post(member, embed);
  expect(status).toBe(200);
  return networkEndpoints.actInNetwork.data.parse(envelope?.data).post?.embed;
}

async function published({ token }: Member, name: string): Promise<string> {
  await api.call('/api/publisher', { method: 'PATCH', token, body: { name } });
  const { envelope } = await api.call('/api/publications', {
    method: 'POST',
    token,
    body: { configuration: createConfiguration(now) },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { publications } = leaderboardEndpoints.publish.data.parse(envelope?.data);
  return publications[0]?.id ?? '';
}

/** A journal entry with a two-dollar stake, which counts only if it was taken. */
const enter = ({ uid }: Member, slot: string, status: string) =>
  api.firestore.doc(`journal/${uid}_${slot}`).set({
    uid,
    slot,
    ...EMPTY_FIELDS,
    status,
    conflicts: [],
    trades: [{ level: 0, stake: 200, price: null, at: null, close: null }],
    seq: 1,
    createdAt: Timestamp.fromMillis(now),
    updatedAt: Timestamp.fromMillis(now),
  });

describe('configuration in a post', () => {
  it('is the current leaderboard row, and must be the author’s own', async () => {
    const id = await published(ada, 'Steady');
    const embed = await posted(ada, { kind: 'configuration', id });
    expect(embed).toMatchObject({ kind: 'configuration', row: { id, name: 'Steady' } });
    now += STRANGER_INTERVAL_MS;
    expect((await post(bola, { kind: 'configuration', id })).status).toBe(409);
    expect((await post(ada, { kind: 'configuration', id: randomUUID() })).status).toBe(409);
  });

  it('is rejected if the member sends a row with it', async () => {
    const id = await published(ada, 'Bold');
    const row = { profit: 1_000_000 };
    expect((await post(ada, { kind: 'configuration', id, row })).status).toBe(400);
  });
});

describe('journal day in a post', () => {
  it('counts only the author’s entries on that day', async () => {
    await enter(ada, '20261119T1000Z', 'taken');
    await enter(ada, '20261119T1005Z', 'skipped');
    await enter(ada, '20261119T1010Z', 'taken');
    await enter(ada, '20261119T1015Z', 'removed');
    await enter(ada, '20261120T0000Z', 'taken');
    await enter(bola, '20261119T1000Z', 'paper');
    const day = { kind: 'journal-day', day: '20261119' };
    expect(await posted(ada, day)).toEqual({ ...day, taken: 2, paper: 0, skipped: 1, staked: 400 });
    expect(await posted(bola, day)).toEqual({ ...day, taken: 0, paper: 1, skipped: 0, staked: 0 });
  });

  it('is rejected if the day has no entries', async () => {
    expect((await post(ada, { kind: 'journal-day', day: '20261118' })).status).toBe(409);
  });
});

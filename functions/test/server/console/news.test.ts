import { randomUUID } from 'node:crypto';
import { auditEntrySchema } from '@quantalgo/contracts/console/console';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { post } from '../auth/visitor';
import { PUSH_ON } from '../push/browser';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;
let day = Date.parse('2026-11-01T12:00:00Z');
const now = () => day;

beforeAll(async () => {
  api = await startApi('demo-admin-news', { push: PUSH_ON, clock: now });
  staff = await logInNewMember(api, { staff: true });
});
beforeEach(() => {
  day += 3 * 24 * 60 * 60_000;
});
afterAll(() => api.close());

const NEWS = { title: 'A new course', text: 'It opens on Monday.', audience: 'members' };
const send = (body: object = NEWS, key = randomUUID(), token = staff.token) =>
  api.call('/api/admin/news', {
    method: 'POST',
    body,
    token,
    headers: { 'Idempotency-Key': key },
  });
const queued = async () =>
  (await api.firestore.collection('broadcasts').where('createdAt', '==', new Date(day)).get()).docs;

describe('staff news', () => {
  it('is queued once for repeated calls, with an audit entry', async () => {
    const key = randomUUID();
    const answers = await Promise.all([send(NEWS, key), send(NEWS, key)]);
    answers.push(await send(NEWS, key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [broadcast, ...others] = await queued();
    expect(others).toEqual([]);
    expect(broadcast?.data()).toMatchObject({
      event: 'news',
      news: { ...NEWS, to: '/dashboard', id: broadcast?.id },
      state: 'waiting',
    });
    const { envelope } = await post(api, '/api/admin/audit/search', {}, staff.token);
    const [entry] = z.array(auditEntrySchema).parse(envelope?.data);
    expect(entry).toMatchObject({
      action: 'news sent',
      reason: 'to members: A new course',
      by: { id: staff.uid },
      user: null,
    });
  });

  it('is limited to three items per UTC day, even if sent concurrently', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    expect(await queued()).toHaveLength(3);
    day += 12 * 60 * 60_000;
    expect((await send()).status).toBe(200);
  });

  it('is sent once per key, even across midnight', async () => {
    const key = randomUUID();
    await send(NEWS, key);
    day += 12 * 60 * 60_000;
    expect((await send(NEWS, key)).status).toBe(200);
    expect(await queued()).toEqual([]);
  });

  it.each([
    [{ ...NEWS, title: ' ' }, 'Please enter a title'],
    [{ ...NEWS, title: 'x'.repeat(61) }, 'The title must be at most 60 characters'],
    [{ ...NEWS, text: 'x'.repeat(201) }, 'The text must be at most 200 characters'],
    [{ ...NEWS, to: 'https://evil.example' }, /path on this site/],
    [{ ...NEWS, to: '//evil.example' }, /path on this site/],
    [{ ...NEWS, to: '/\\evil.example' }, /path on this site/],
    [{ ...NEWS, audience: 'visitors' }, 'Choose guests, members or all'],
  ])('is rejected for %j', async (body, message) => {
    const { status, envelope } = await send(body);
    expect(status).toBe(400);
    expect(envelope?.message).toMatch(message);
    expect(await queued()).toEqual([]);
  });

  it('can be sent only by staff with a recent second factor', async () => {
    const member = await logInNewMember(api);
    expect((await send(NEWS, randomUUID(), member.token)).status).toBe(403);
    const strict = await startApi('demo-admin-news-strict', {
      push: PUSH_ON,
      clock: now,
      requiresFactor: true,
      firestore: api.firestore,
      secrets: api.secrets,
    });
    const { status, envelope } = await strict.call('/api/admin/news', {
      method: 'POST',
      body: NEWS,
      token: staff.token,
      headers: { 'Idempotency-Key': randomUUID() },
    });
    await strict.close();
    expect([status, envelope?.code]).toEqual([403, 'second-factor-missing']);
    expect(await queued()).toEqual([]);
  });

  it('is rejected if the site sends no push notifications', async () => {
    const silent = await startApi('demo-admin-news-silent', {
      clock: now,
      firestore: api.firestore,
      secrets: api.secrets,
    });
    const { status } = await silent.call('/api/admin/news', {
      method: 'POST',
      body: NEWS,
      token: staff.token,
      headers: { 'Idempotency-Key': randomUUID() },
    });
    await silent.close();
    expect(status).toBe(409);
  });
});

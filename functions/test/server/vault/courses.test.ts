import { randomUUID } from 'node:crypto';
import { vaultEndpoints } from '@quantalgo/contracts/vault/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-courses');
});
beforeEach(async () => {
  member = await logInNewMember(api, { tier: 'starter' });
});
afterAll(() => api.close());

const DONE = { lesson: 'what-breaks-even', day: '2026-11-20', done: true };

const send = (body: object, key: string = randomUUID(), token = member.token) =>
  api.call('/api/learning', { method: 'POST', token, body, headers: { 'idempotency-key': key } });

const note = (text: string, saw = '') => ({
  lesson: 'ruin',
  day: '2026-11-20',
  note: { text, saw },
});

async function fetchLearning(token = member.token) {
  const { envelope } = await api.call('/api/learning', { token });
  return vaultEndpoints.learning.data.parse(envelope?.data);
}

async function fetchVault(have = '', token = member.token) {
  const { envelope } = await api.call(`/api/courses?have=${have}`, { token });
  return vaultEndpoints.courses.data.parse(envelope?.data);
}

describe('courses', () => {
  it('are sent to members with the vault, once per version', async () => {
    const { version, courses } = await fetchVault();
    expect(courses?.length).toBeGreaterThanOrEqual(6);
    expect(await fetchVault(version)).toEqual({ version, courses: null });
    expect((await fetchVault('0123456789abcdef')).courses).toEqual(courses);
  });

  it('have a separate rate limit counter, so a page’s two calls don’t contend', async () => {
    const counters = async () => (await api.firestore.collection('rateLimits').get()).size;
    const before = await counters();
    await Promise.all([fetchVault(), fetchLearning()]);
    expect(await counters()).toBe(before + 2);
  });

  it.each([
    ['a guest', { tier: 'guest' }],
    ['a locked dashboard', { tier: 'starter', dashboardUnlocked: false }],
  ] as const)('are forbidden for %s', async (_, given) => {
    const { token } = await logInNewMember(api, given);
    const replies = await Promise.all([
      api.call('/api/courses', { token }),
      api.call('/api/learning', { token }),
      send(DONE, randomUUID(), token),
    ]);
    for (const { status, envelope } of replies) {
      expect(status).toBe(403);
      expect(envelope?.data).toBeUndefined();
    }
  });
});

describe('learning progress', () => {
  it('is returned to its member only', async () => {
    expect((await send(DONE)).status).toBe(200);
    expect(await fetchLearning()).toMatchObject({
      seq: 1,
      days: ['2026-11-20'],
      lessons: { 'what-breaks-even': { done: '2026-11-20' } },
    });
    const other = await logInNewMember(api, { tier: 'starter' });
    expect(await fetchLearning(other.token)).toEqual({ seq: 0, days: [], lessons: {} });
  });

  it('applies a write once if it is sent five times', async () => {
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(note('calm'), key)));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    await send(note('late', 'calm'));
    // A retry arrives after the member has changed the note.
    await send(note('calm'), key);
    expect((await fetchLearning()).lessons['ruin']).toMatchObject({ note: 'late', conflicts: [] });
  });

  it('keeps both notes if two devices write concurrently', async () => {
    await Promise.all([send(note('from the phone')), send(note('from the desk'))]);
    const { note: now, conflicts = [] } = (await fetchLearning()).lessons['ruin'] ?? {};
    expect([now, ...conflicts].sort()).toEqual(['from the desk', 'from the phone']);
  });

  it('rejects an unknown lesson', async () => {
    const { status, envelope } = await send({ ...DONE, lesson: 'how-to-get-rich' });
    expect(status).toBe(404);
    expect(envelope?.message).toBe('Lesson not found');
    expect((await fetchLearning()).seq).toBe(0);
  });
});

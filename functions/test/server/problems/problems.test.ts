import { adminProblemSchema } from '@quantalgo/contracts/problems/problem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

const PROBLEM = {
  code: '7KQ2M9XD',
  kind: 'call',
  build: '0.1.0 (1a2b3c4)',
  screen: '/dashboard/journal/*',
  online: true,
  worker: true,
  at: 1_795_000_000_000,
  sync: { mode: 'streaming', failures: 0, whole: true, lastContactAt: 1_795_000_000_000 },
  calls: [],
};

type Line = Readonly<Record<string, unknown>>;
let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;
let requests: Line[] = [];

beforeAll(async () => {
  const log = {
    info: (message: string, fields: Line) => {
      if (message === 'request') requests.push(fields);
    },
    error: () => undefined,
  };
  api = await startApi('demo-http-problems', { log });
  staff = await logInNewMember(api, { staff: true });
});
beforeEach(() => {
  requests = [];
});
afterAll(() => api.close());

let codes = 0;
const newCode = () => `7KQ2${String((codes += 1)).padStart(4, '0')}`;

const report = (body: object, token?: string) =>
  api.call('/api/problems', { method: 'POST', body, ...(token !== undefined && { token }) });
const lookUp = (code: string, token = staff.token) =>
  api.call('/api/admin/problems/search', { method: 'POST', body: { code }, token });

/** The log line of a request, once its connection is closed. */
async function waitForLine(requestId: string | null): Promise<Line> {
  await expect.poll(() => requests.some((one) => one['requestId'] === requestId)).toBe(true);
  return requests.find((one) => one['requestId'] === requestId) ?? {};
}

describe('problem report', () => {
  it('is found by its code, with the member and a log query for their requests', async () => {
    const member = await logInNewMember(api, { tier: 'essential' });
    const failed = await api.call('/api/signals?limit=many', { token: member.token });
    const requestId = z.uuid().parse(failed.headers.get('x-request-id'));
    const calls = [{ requestId, endpoint: 'GET /api/signals', status: failed.status, at: 1 }];
    const code = newCode();
    expect((await report({ ...PROBLEM, code, calls }, member.token)).status).toBe(200);
    const { status, envelope } = await lookUp(code);
    expect(status).toBe(200);
    const problem = adminProblemSchema.parse(envelope?.data);
    expect(problem).toMatchObject({ ...PROBLEM, code, calls, member: { id: member.uid } });
    expect(problem.logQuery).toContain(`jsonPayload.requestId=("${requestId}")`);
    const { member: key } = await waitForLine(requestId);
    expect(problem.logQuery).toContain(String(key));
    expect(String(key)).toMatch(/^[\w-]{16}$/);
  });

  it('works for visitors, without a pseudonym in the log', async () => {
    const code = newCode();
    const { status, headers } = await report({ ...PROBLEM, code });
    expect(status).toBe(200);
    const problem = adminProblemSchema.parse((await lookUp(code)).envelope?.data);
    expect(problem.member).toBeNull();
    expect(problem.logQuery).not.toContain('jsonPayload.member');
    expect(await waitForLine(headers.get('x-request-id'))).not.toHaveProperty('member');
  });

  it('is not overwritten by a second report with the same code', async () => {
    const code = newCode();
    await report({ ...PROBLEM, code });
    expect((await report({ ...PROBLEM, code, screen: '/login' })).status).toBe(200);
    const problem = adminProblemSchema.parse((await lookUp(code)).envelope?.data);
    expect(problem.screen).toBe(PROBLEM.screen);
  });

  it('is visible to staff only', async () => {
    const member = await logInNewMember(api, { tier: 'essential' });
    const code = newCode();
    await report({ ...PROBLEM, code }, member.token);
    expect((await lookUp(code, member.token)).status).toBe(403);
    expect((await lookUp('00000000')).status).toBe(404);
    expect((await lookUp('../users')).status).toBe(400);
  });

  const call = { requestId: null, endpoint: 'GET /api/signals', status: 0, at: 1 };

  it.each([
    ['free text', { ...PROBLEM, note: 'Ada can’t log in' }],
    ['an id in its screen', { ...PROBLEM, screen: '/dashboard/journal/4711' }],
    ['an address in a call', { ...PROBLEM, calls: [{ ...call, endpoint: 'GET /a?b=ada@x.test' }] }],
    ['an invalid request id', { ...PROBLEM, calls: [{ ...call, requestId: 'ada@example.test' }] }],
    ['too many calls', { ...PROBLEM, calls: Array(13).fill(call) }],
    ['an invalid code', { ...PROBLEM, code: 'users/ada' }],
  ])('is rejected with %s', async (_, body) => {
    expect((await report(body)).status).toBe(400);
  });
});

describe('member pseudonym in the log', () => {
  it('is stable per member, unique and never the member’s id', async () => {
    const [one, other] = [await logInNewMember(api, {}), await logInNewMember(api, {})];
    const fetchLogKey = async (token: string, path: string) => {
      const { headers } = await api.call(path, { token });
      return (await waitForLine(headers.get('x-request-id')))['member'];
    };
    const key = await fetchLogKey(one.token, '/auth/me');
    expect(await fetchLogKey(one.token, '/api/signals')).toBe(key);
    expect(await fetchLogKey(other.token, '/auth/me')).not.toBe(key);
    expect(key).not.toBe(one.uid);
    expect(JSON.stringify(requests)).not.toContain(one.uid);
  });
});

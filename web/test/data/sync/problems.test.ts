// @vitest-environment jsdom
import { type Problem, problemSchema } from '@quantalgo/contracts/problems/problem';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../src/data/auth/call';
import { reportProblem, sendProblems } from '../../../src/data/sync/problems';
import { loggedInAs } from '../../support/render';
import { resetAuth, held } from '../../support/fakeAuth';
import { member } from '../../support/member';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const REQUEST_ID = '5c1e0a4e-1f6b-4f0c-9a53-0a6c1d2e3f40';
const UNSENT = 'quantalgo.problems';

let reports: Problem[] = [];
let answer: () => Promise<Response>;

const reply = (status: number) =>
  Promise.resolve(
    Response.json(
      { success: status === 200, data: null, error: 'No', timestamp: new Date().toISOString() },
      { status, headers: { 'X-Request-Id': REQUEST_ID } },
    ),
  );

beforeEach(() => {
  resetAuth();
  loggedInAs(null);
  localStorage.clear();
  reports = [];
  answer = () => reply(200);
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    if (path !== '/api/problems') return reply(500);
    reports.push(problemSchema.parse(JSON.parse(body ?? '')));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('problem reports', () => {
  it('contains the last calls with their request ids', async () => {
    const ada = member({ id: 'ada' });
    held.uid = ada.id;
    loggedInAs(ada);
    await expect(call(signalsEndpoints.signals, {})).rejects.toThrow();
    const code = reportProblem('call');
    await expect.poll(() => reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ code, kind: 'call', build: 'Development' });
    expect(reports[0]?.calls[0]).toMatchObject({
      requestId: REQUEST_ID,
      endpoint: 'GET /api/signals',
      status: 500,
    });
    await expect.poll(() => localStorage.getItem(UNSENT)).toBeNull();
  });

  it.each([
    ['/dashboard/signals/20261120T1405Z', '/dashboard/signals/*'],
    ['/dashboard/mentorship', '/dashboard/mentorship'],
    ['/u/ada@example.test/7', '/u/*/*'],
    ['/', '/'],
  ])('reports the screen %s as %s', async (path, screen) => {
    history.replaceState(null, '', path);
    reportProblem('asked');
    await expect.poll(() => reports[0]?.screen).toBe(screen);
    history.replaceState(null, '', '/');
  });

  it('is stored while offline and sent once the server is reachable', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    const code = reportProblem('asked');
    await expect.poll(() => reports).toHaveLength(1);
    expect(localStorage.getItem(UNSENT)).toContain(code);
    answer = () => reply(200);
    await sendProblems();
    await sendProblems();
    expect(reports.map((one) => one.code)).toEqual([code, code]);
    expect(localStorage.getItem(UNSENT)).toBeNull();
  });

  it('is dropped if the server rejects it, and kept if it is rate limited', async () => {
    answer = () => reply(429);
    const code = reportProblem('asked');
    await expect.poll(() => reports).toHaveLength(1);
    expect(localStorage.getItem(UNSENT)).toContain(code);
    answer = () => reply(400);
    await sendProblems();
    expect(localStorage.getItem(UNSENT)).toBeNull();
  });

  it('stores at most five unsent reports', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    for (let count = 0; count < 7; count += 1) reportProblem('asked');
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    const stored: unknown = JSON.parse(localStorage.getItem(UNSENT) ?? '[]');
    expect(stored).toHaveLength(5);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiInput } from '../../../src/http/core/deps';
import { logInNewMember } from './members';
import { startApi, type Api } from './suite';

let requests: string[] = [];

/** Records calls of these methods by name. */
function record(
  of: object,
  methods: readonly string[],
  getName: (args: unknown[], method: string) => string,
) {
  for (const method of methods) {
    const called: unknown = Reflect.get(of, method);
    if (typeof called !== 'function') throw new Error(`There is no ${method} to listen to`);
    Reflect.set(of, method, (...args: unknown[]): unknown => {
      requests.push(getName(args, method));
      const answer: unknown = Reflect.apply(called, of, args);
      return answer;
    });
  }
}

/** Records requests to the database and to Firebase Auth. */
function recordRequests(deps: ApiInput): ApiInput {
  record(deps.firestore, ['request', 'requestStream'], ([name]) => `database: ${String(name)}`);
  const calls = ['getUser', 'getUsers', 'createCustomToken', 'setCustomUserClaims', 'listUsers'];
  record(deps.auth, [...calls, 'revokeRefreshTokens'], (_, method) => `accounts: ${method}`);
  const exchangeToken: ApiInput['exchangeToken'] = (token) => {
    requests.push('accounts: sign in');
    return deps.exchangeToken(token);
  };
  return { ...deps, exchangeToken };
}

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-server-round-trips', {}, undefined, recordRequests);
});
beforeEach(() => {
  requests = [];
});
afterAll(() => api.close());

describe('member call', () => {
  it('reads the database once and doesn’t call Firebase Auth', async () => {
    const { token } = await logInNewMember(api, { tier: 'essential' });
    // The first call of a session stores its device.
    await api.call('/auth/me', { token });
    requests = [];
    expect((await api.call('/auth/me', { token })).status).toBe(200);
    expect(requests).toEqual(['database: batchGetDocuments']);
  });

  it('is rejected by the same single read if the session has ended', async () => {
    const { token } = await logInNewMember(api, { tier: 'essential' });
    await api.call('/auth/logout', { method: 'POST', token });
    requests = [];
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    expect(requests).toEqual(['database: batchGetDocuments']);
  });

  it('makes no request for an invalid token', async () => {
    expect((await api.call('/auth/me', { token: 'none' })).status).toBe(401);
    expect(requests).toEqual([]);
  });
});

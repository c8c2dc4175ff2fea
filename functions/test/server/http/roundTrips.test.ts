import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiInput } from '../../../src/http/core/deps';
import { logInNewMember } from './members';
import { startApi, type Api } from './suite';

let asked: string[] = [];

/** Notes each call of these methods of an object, by name. */
function note(
  of: object,
  methods: readonly string[],
  nameOf: (args: unknown[], method: string) => string,
) {
  for (const method of methods) {
    const called: unknown = Reflect.get(of, method);
    if (typeof called !== 'function') throw new Error(`There is no ${method} to listen to`);
    Reflect.set(of, method, (...args: unknown[]): unknown => {
      asked.push(nameOf(args, method));
      const answer: unknown = Reflect.apply(called, of, args);
      return answer;
    });
  }
}

/** Notes what goes over the network to the database, and what is asked of Firebase Auth. */
function listened(deps: ApiInput): ApiInput {
  note(deps.firestore, ['request', 'requestStream'], ([name]) => `database: ${String(name)}`);
  const calls = ['getUser', 'getUsers', 'createCustomToken', 'setCustomUserClaims', 'listUsers'];
  note(deps.auth, [...calls, 'revokeRefreshTokens'], (_, method) => `accounts: ${method}`);
  const signInWithToken: ApiInput['signInWithToken'] = (token) => {
    asked.push('accounts: sign in');
    return deps.signInWithToken(token);
  };
  return { ...deps, signInWithToken };
}

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-server-round-trips', {}, undefined, listened);
});
beforeEach(() => {
  asked = [];
});
afterAll(() => api.close());

describe('a call of a member', () => {
  it('asks the database once who they are, and Firebase Auth nothing', async () => {
    const { token } = await logInNewMember(api, { tier: 'essential' });
    // The first call of a session notes its device.
    await api.call('/auth/me', { token });
    asked = [];
    expect((await api.call('/auth/me', { token })).status).toBe(200);
    expect(asked).toEqual(['database: batchGetDocuments']);
  });

  it('is refused by the same question where the session has ended', async () => {
    const { token } = await logInNewMember(api, { tier: 'essential' });
    await api.call('/auth/logout', { method: 'POST', token });
    asked = [];
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    expect(asked).toEqual(['database: batchGetDocuments']);
  });

  it('with a token that is none asks nobody', async () => {
    expect((await api.call('/auth/me', { token: 'none' })).status).toBe(401);
    expect(asked).toEqual([]);
  });
});

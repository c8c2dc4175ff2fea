import { Agent } from 'node:https';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type DecodedIdToken } from 'firebase-admin/auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTokenReader } from '../../../src/platform/auth/openSessions';

const PROJECT = 'quantalgo';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenWith(header: object, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'ada',
    auth_time: now,
    iat: now,
    exp: now + 3600,
    ...claims,
  };
  return `${encode(header)}.${encode(payload)}.${encode({ no: 'signature' })}`;
}

/** An agent that can’t connect. */
class NoNetwork extends Agent {
  override createConnection(): never {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  }
}

let app: App;

beforeAll(() => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '');
  app = initializeApp({ projectId: PROJECT, httpAgent: new NoNetwork() }, 'without-emulator');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await deleteApp(app);
});

describe('token verification in production', () => {
  it.each([
    ['an unsigned token', tokenWith({ alg: 'none', typ: 'JWT' })],
    ['a token with another algorithm', tokenWith({ alg: 'HS256', kid: 'a' })],
    ['a token without a key id', tokenWith({ alg: 'RS256' })],
    ['a token for another project', tokenWith({ alg: 'RS256', kid: 'a' }, { aud: 'other' })],
    ['a token without a subject', tokenWith({ alg: 'RS256', kid: 'a' }, { sub: '' })],
    ['a malformed token', 'abc.def'],
  ])('rejects %s', async (_what, token) => {
    expect(await createTokenReader(getAuth(app))(token)).toBeNull();
  });

  it('throws instead of rejecting a token if Google’s keys can’t be fetched', async () => {
    const token = tokenWith({ alg: 'RS256', kid: 'a' });
    await expect(createTokenReader(getAuth(app))(token)).rejects.toThrow('ENOTFOUND');
  });
});

describe('valid token', () => {
  const genuine = (exp: number) => {
    const claims: DecodedIdToken = {
      aud: PROJECT,
      auth_time: 7,
      sid: 'session-7',
      exp,
      firebase: { identities: {}, sign_in_provider: 'password' },
      iat: 7,
      iss: '',
      sub: 'ada',
      uid: 'ada',
    };
    return vi.fn(() => Promise.resolve(claims));
  };
  const now = () => Math.floor(Date.now() / 1000);

  it('is verified once and returns its session each time', async () => {
    const verifyIdToken = genuine(now() + 60);
    const read = createTokenReader({ verifyIdToken });
    const session = { uid: 'ada', sid: 'session-7' };
    expect([await read('a'), await read('a')]).toEqual([session, session]);
    expect(verifyIdToken).toHaveBeenCalledTimes(1);
  });

  it('is verified again once it has expired', async () => {
    const verifyIdToken = genuine(now() - 1);
    const read = createTokenReader({ verifyIdToken });
    await read('a');
    await read('a');
    expect(verifyIdToken).toHaveBeenCalledTimes(2);
  });

  it('isn’t used for another token', async () => {
    const verifyIdToken = genuine(now() + 60);
    const read = createTokenReader({ verifyIdToken });
    await read('a');
    await read('b');
    expect(verifyIdToken.mock.calls).toEqual([['a'], ['b']]);
  });
});

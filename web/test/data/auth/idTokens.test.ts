// @vitest-environment jsdom
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../../src/data/core/errors';
import {
  getClaims,
  openTokens,
  followIdToken,
  getTokenUid,
  getIdToken,
  clearTokens,
  unfollowIdToken,
} from '../../../src/data/auth/idTokens';
import { exchangeRefreshToken } from '../../../src/data/auth/tokenService';

const ADA = 'uid-of-ada';

/** Responses of Google's two services; each renewal returns the next token. */
let answers: { status: number; body: unknown }[];
const requests: { path: string; body: string }[] = [];

const jwt = (payload: object) =>
  `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
const loggedIn = { idToken: 'first', refreshToken: 'renews-ada', expiresIn: '3600' };
const renewal = (token: string, uid = ADA) => ({
  id_token: token,
  user_id: uid,
  refresh_token: 'renews-ada',
  expires_in: '3600',
});
const respond = (body: unknown, status = 200) => answers.push({ status, body });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const project = { projectId: 'demo', apiKey: 'key', authDomain: '', appId: '' };
  vi.stubEnv('VITE_FIREBASE', JSON.stringify({ ...project, storageBucket: 'demo.appspot.com' }));
  answers = [];
  requests.length = 0;
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const request = new Request(...sent);
    requests.push({ path: new URL(request.url).pathname, body: await request.text() });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
});
afterEach(() => {
  clearTokens();
  localStorage.clear();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function logIn(): Promise<void> {
  respond(loggedIn);
  await openTokens(ADA, 'custom');
}

describe('tokens on this device', () => {
  it('are exchanged once for a login’s custom token, then read from storage', async () => {
    await logIn();
    expect(requests).toEqual([
      {
        path: '/v1/accounts:signInWithCustomToken',
        body: JSON.stringify({ token: 'custom', returnSecureToken: true }),
      },
    ]);
    expect(getTokenUid()).toBe(ADA);
    expect(await getIdToken(ADA, false)).toBe('first');
    expect(requests).toHaveLength(1);
  });

  it('are not returned for another member or after they were cleared', async () => {
    await logIn();
    expect(await getIdToken('uid-of-ben', false)).toBeNull();
    clearTokens();
    expect(await getIdToken(ADA, false)).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it('are not stored if Firebase is unreachable or rejects the custom token', async () => {
    await expect(openTokens(ADA, 'custom')).rejects.toThrow(NetworkError);
    respond({ error: { message: 'INVALID_CUSTOM_TOKEN' } }, 400);
    await expect(openTokens(ADA, 'custom')).rejects.toThrow(NetworkError);
    expect(getTokenUid()).toBeNull();
  });

  it('have readable claims, including non-ASCII names', async () => {
    respond({ ...loggedIn, idToken: jwt({ sid: 's1', name: 'Ngozi Ọ́lá' }) });
    await openTokens(ADA, 'custom');
    expect(await getClaims(ADA, false)).toEqual({ sid: 's1', name: 'Ngozi Ọ́lá' });
    respond({ ...loggedIn, idToken: 'not a token' });
    await openTokens(ADA, 'custom');
    expect(await getClaims(ADA, false)).toBeUndefined();
  });
});

describe('an ID token', () => {
  it('is renewed once for all callers five minutes before it expires', async () => {
    await logIn();
    vi.setSystemTime(Date.now() + HOUR_MS - 5 * 60_000 - 1);
    expect(await getIdToken(ADA, false)).toBe('first');
    vi.setSystemTime(Date.now() + 1);
    respond(renewal('second'));
    expect(await Promise.all([getIdToken(ADA, false), getIdToken(ADA, false)])).toEqual([
      'second',
      'second',
    ]);
    expect(requests.slice(1)).toEqual([
      { path: '/v1/token', body: 'grant_type=refresh_token&refresh_token=renews-ada' },
    ]);
  });

  it('is renewed on demand and after the clock was set back', async () => {
    await logIn();
    respond(renewal('second'));
    expect(await getIdToken(ADA, true)).toBe('second');
    vi.setSystemTime(Date.now() - 1);
    respond(renewal('third'));
    expect(await getIdToken(ADA, false)).toBe('third');
  });

  it('is returned from memory after a renewal if storage is full', async () => {
    await logIn();
    vi.setSystemTime(Date.now() + HOUR_MS);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room left', 'QuotaExceededError');
    });
    respond(renewal('second'));
    expect(await getIdToken(ADA, false)).toBe('second');
    expect(await getIdToken(ADA, false)).toBe('second');
    vi.restoreAllMocks();
    expect(requests).toHaveLength(2);
  });

  it('is discarded if the renewal ends after the logout', async () => {
    await logIn();
    respond(renewal('second'));
    const coming = getIdToken(ADA, true);
    clearTokens();
    expect(await coming).toBeNull();
    expect(getTokenUid()).toBeNull();
  });

  it('is kept if the token service fails', async () => {
    await logIn();
    respond({}, 503);
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    respond({ page: 'Sign in to go online' });
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    respond({ error: { message: 'API key not valid. Please pass a valid API key.' } }, 400);
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    expect(await getIdToken(ADA, false)).toBe('first');
  });

  it.each(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'])(
    'is refused if the token service responds %s',
    async (message) => {
      respond({ error: { message } }, 400);
      expect(await exchangeRefreshToken({ uid: ADA, refreshToken: 'renews-ada' })).toBeNull();
    },
  );

  it('is refused if it belongs to another member', async () => {
    respond(renewal('second', 'uid-of-ben'));
    expect(await exchangeRefreshToken({ uid: ADA, refreshToken: 'renews-ada' })).toBeNull();
  });
});

describe('followIdToken', () => {
  it('reports the current token, renewals, other tabs’ tokens and the logout', async () => {
    await logIn();
    const tokens: (string | null)[] = [];
    const follower = (token: string | null) => void tokens.push(token);
    followIdToken(follower);
    await Promise.resolve();
    respond(renewal('second'));
    await getIdToken(ADA, true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.tokens' }));
    clearTokens();
    unfollowIdToken(follower);
    await logIn();
    expect(tokens).toEqual(['first', 'second', 'second', null]);
  });

  it('renews the token before it expires, retries failures, and stops when unfollowed', async () => {
    await logIn();
    const follower = vi.fn();
    followIdToken(follower);
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(HOUR_MS - 5 * 60_000);
    expect(requests).toHaveLength(2);
    respond(renewal('second'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(follower).toHaveBeenLastCalledWith('second');
    unfollowIdToken(follower);
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(requests).toHaveLength(3);
  });
});

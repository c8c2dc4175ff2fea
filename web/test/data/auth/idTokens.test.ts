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

/** What Google's two services answer; each renewal gives the next token. */
let answers: { status: number; body: unknown }[];
const asked: { path: string; body: string }[] = [];

const jwt = (payload: object) =>
  `head.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
const signedIn = { idToken: 'first', refreshToken: 'renews-ada', expiresIn: '3600' };
const renewal = (token: string, uid = ADA) => ({
  id_token: token,
  user_id: uid,
  refresh_token: 'renews-ada',
  expires_in: '3600',
});
const says = (body: unknown, status = 200) => answers.push({ status, body });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const project = { projectId: 'demo', apiKey: 'key', authDomain: '', appId: '' };
  vi.stubEnv('VITE_FIREBASE', JSON.stringify({ ...project, storageBucket: 'demo.appspot.com' }));
  answers = [];
  asked.length = 0;
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const request = new Request(...sent);
    asked.push({ path: new URL(request.url).pathname, body: await request.text() });
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

async function entered(): Promise<void> {
  says(signedIn);
  await openTokens(ADA, 'custom');
}

describe('the session on this device', () => {
  it('is opened by the custom token of a login, and lasts through a reload', async () => {
    await entered();
    expect(asked).toEqual([
      {
        path: '/v1/accounts:signInWithCustomToken',
        body: JSON.stringify({ token: 'custom', returnSecureToken: true }),
      },
    ]);
    expect(getTokenUid()).toBe(ADA);
    expect(await getIdToken(ADA, false)).toBe('first');
    expect(asked).toHaveLength(1);
  });

  it('is nobody else’s, and nobody’s once it was left', async () => {
    await entered();
    expect(await getIdToken('uid-of-ben', false)).toBeNull();
    clearTokens();
    expect(await getIdToken(ADA, false)).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it('is not opened where Firebase can’t be reached, or refuses', async () => {
    await expect(openTokens(ADA, 'custom')).rejects.toThrow(NetworkError);
    says({ error: { message: 'INVALID_CUSTOM_TOKEN' } }, 400);
    await expect(openTokens(ADA, 'custom')).rejects.toThrow(NetworkError);
    expect(getTokenUid()).toBeNull();
  });

  it('gives the claims in its token, names in any script too', async () => {
    says({ ...signedIn, idToken: jwt({ sid: 's1', name: 'Ngozi Ọ́lá' }) });
    await openTokens(ADA, 'custom');
    expect(await getClaims(ADA, false)).toEqual({ sid: 's1', name: 'Ngozi Ọ́lá' });
    says({ ...signedIn, idToken: 'not a token' });
    await openTokens(ADA, 'custom');
    expect(await getClaims(ADA, false)).toBeUndefined();
  });
});

describe('an ID token', () => {
  it('is renewed five minutes before its end, once for all who ask', async () => {
    await entered();
    vi.setSystemTime(Date.now() + HOUR_MS - 5 * 60_000 - 1);
    expect(await getIdToken(ADA, false)).toBe('first');
    vi.setSystemTime(Date.now() + 1);
    says(renewal('second'));
    expect(await Promise.all([getIdToken(ADA, false), getIdToken(ADA, false)])).toEqual([
      'second',
      'second',
    ]);
    expect(asked.slice(1)).toEqual([
      { path: '/v1/token', body: 'grant_type=refresh_token&refresh_token=renews-ada' },
    ]);
  });

  it('is renewed when asked for anew, and where the clock was set back', async () => {
    await entered();
    says(renewal('second'));
    expect(await getIdToken(ADA, true)).toBe('second');
    vi.setSystemTime(Date.now() - 1);
    says(renewal('third'));
    expect(await getIdToken(ADA, false)).toBe('third');
  });

  it('is the renewed one also where the device has no room to store it', async () => {
    await entered();
    vi.setSystemTime(Date.now() + HOUR_MS);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room left', 'QuotaExceededError');
    });
    says(renewal('second'));
    expect(await getIdToken(ADA, false)).toBe('second');
    expect(await getIdToken(ADA, false)).toBe('second');
    vi.restoreAllMocks();
    expect(asked).toHaveLength(2);
  });

  it('that comes after the sign-out is not kept', async () => {
    await entered();
    says(renewal('second'));
    const coming = getIdToken(ADA, true);
    clearTokens();
    expect(await coming).toBeNull();
    expect(getTokenUid()).toBeNull();
  });

  it('is waited for where the server is in trouble: nobody is signed out', async () => {
    await entered();
    says({}, 503);
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    says({ page: 'Sign in to go online' });
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    says({ error: { message: 'API key not valid. Please pass a valid API key.' } }, 400);
    await expect(getIdToken(ADA, true)).rejects.toThrow(NetworkError);
    expect(await getIdToken(ADA, false)).toBe('first');
  });

  it.each(['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND', 'INVALID_REFRESH_TOKEN'])(
    'is over where the server says %s',
    async (message) => {
      says({ error: { message } }, 400);
      expect(await exchangeRefreshToken({ uid: ADA, refreshToken: 'renews-ada' })).toBeNull();
    },
  );

  it('of somebody else is not taken', async () => {
    says(renewal('second', 'uid-of-ben'));
    expect(await exchangeRefreshToken({ uid: ADA, refreshToken: 'renews-ada' })).toBeNull();
  });
});

describe('who follows the token', () => {
  it('hears of it, of each new one, of another tab’s, and of the sign-out', async () => {
    await entered();
    const heard: (string | null)[] = [];
    const follower = (token: string | null) => void heard.push(token);
    followIdToken(follower);
    await Promise.resolve();
    says(renewal('second'));
    await getIdToken(ADA, true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'quantalgo.tokens' }));
    clearTokens();
    unfollowIdToken(follower);
    await entered();
    expect(heard).toEqual(['first', 'second', 'second', null]);
  });

  it('has it renewed before it ends, again after a failure, and not once nobody follows', async () => {
    await entered();
    const follower = vi.fn();
    followIdToken(follower);
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(HOUR_MS - 5 * 60_000);
    expect(asked).toHaveLength(2);
    says(renewal('second'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(follower).toHaveBeenLastCalledWith('second');
    unfollowIdToken(follower);
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(asked).toHaveLength(3);
  });
});

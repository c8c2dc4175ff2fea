// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/data/session/endSession';
import { storeUser } from '../../../src/data/session/currentSession';
import { NetworkError } from '../../../src/data/session/errors';
import {
  forgetRenewal,
  keepRenewal,
  readRenewal,
  renewed,
} from '../../../src/data/session/renewal';
import { aUser } from '../../support/aUser';
import { resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/session/firebaseAuth', () => import('../../support/fakeAuth'));

const ADA = { uid: 'uid-of-ada', refreshToken: 'renews-ada' };
const here = () => true;

beforeEach(() => {
  resetAuth();
  const project = { projectId: 'demo', apiKey: 'key', authDomain: '', appId: '' };
  vi.stubEnv('VITE_FIREBASE', JSON.stringify({ ...project, storageBucket: 'demo.appspot.com' }));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await forgetRenewal();
});

const answers = (status: number, body: object) => {
  const fetched = vi.fn<typeof fetch>(() =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

describe('what renews a session', () => {
  it('is there for the worker while its member is signed in, and goes with the sign-out', async () => {
    storeUser(aUser());
    await keepRenewal(ADA, here);
    expect(await readRenewal()).toEqual(ADA);
    await endSession('signed-out');
    expect(await readRenewal()).toBeNull();
  });

  it('goes too when the session expired', async () => {
    storeUser(aUser());
    await keepRenewal(ADA, here);
    await endSession('expired');
    expect(await readRenewal()).toBeNull();
  });

  it('is not left behind by a page that writes it while its member signs out', async () => {
    const isSignedIn = vi.fn(here).mockReturnValueOnce(true).mockReturnValue(false);
    await keepRenewal(ADA, isSignedIn);
    expect(await readRenewal()).toBeNull();
  });

  it('is given for a token of its member', async () => {
    const fetched = answers(200, { id_token: 'token', user_id: ADA.uid });
    expect(await renewed(ADA)).toBe('token');
    expect(fetched.mock.calls[0]?.[1]?.body).toEqual(
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'renews-ada' }),
    );
  });

  it('is over where the server says so, or tells of somebody else', async () => {
    answers(400, { error: { message: 'TOKEN_EXPIRED' } });
    expect(await renewed(ADA)).toBeNull();
    answers(200, { id_token: 'token', user_id: 'uid-of-ben' });
    expect(await renewed(ADA)).toBeNull();
  });

  it('is not over where the server is in trouble, or a hotspot answers', async () => {
    answers(503, {});
    await expect(renewed(ADA)).rejects.toThrow(NetworkError);
    answers(200, { page: 'Sign in to go online' });
    await expect(renewed(ADA)).rejects.toThrow(NetworkError);
  });
});

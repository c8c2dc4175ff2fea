// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/data/auth/endSession';
import { storeUser } from '../../../src/data/auth/currentSession';
import { deleteRenewal, readRenewal, storeRenewal } from '../../../src/data/auth/renewal';
import { aUser } from '../../support/aUser';
import { resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ADA = { uid: 'uid-of-ada', refreshToken: 'renews-ada' };
const here = () => true;

beforeEach(resetAuth);
afterEach(deleteRenewal);

describe('what renews a session', () => {
  it('is there for the worker while its member is signed in, and goes with the sign-out', async () => {
    storeUser(aUser());
    await storeRenewal(ADA, here);
    expect(await readRenewal()).toEqual(ADA);
    await endSession('signed-out');
    expect(await readRenewal()).toBeNull();
  });

  it('goes too when the session expired', async () => {
    storeUser(aUser());
    await storeRenewal(ADA, here);
    await endSession('expired');
    expect(await readRenewal()).toBeNull();
  });

  it('is not left behind by a page that writes it while its member signs out', async () => {
    const isSignedIn = vi.fn(here).mockReturnValueOnce(true).mockReturnValue(false);
    await storeRenewal(ADA, isSignedIn);
    expect(await readRenewal()).toBeNull();
  });
});

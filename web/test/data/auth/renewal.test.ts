// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/data/auth/endSession';
import { storeUser } from '../../../src/data/auth/currentSession';
import { deleteRenewal, readRenewal, storeRenewal } from '../../../src/data/auth/renewal';
import { aUser } from '../../support/aUser';
import { resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ADA = { uid: 'uid-of-ada', refreshToken: 'renews-ada' };
const isLoggedIn = () => true;

beforeEach(resetAuth);
afterEach(deleteRenewal);

describe('stored session renewal', () => {
  it('is stored while the member is logged in and deleted on logout', async () => {
    storeUser(aUser());
    await storeRenewal(ADA, isLoggedIn);
    expect(await readRenewal()).toEqual(ADA);
    await endSession('logged-out');
    expect(await readRenewal()).toBeNull();
  });

  it('is deleted when the session expires', async () => {
    storeUser(aUser());
    await storeRenewal(ADA, isLoggedIn);
    await endSession('expired');
    expect(await readRenewal()).toBeNull();
  });

  it('is not left behind if the member logs out while it is being written', async () => {
    const isLoggedInOnce = vi.fn(isLoggedIn).mockReturnValueOnce(true).mockReturnValue(false);
    await storeRenewal(ADA, isLoggedInOnce);
    expect(await readRenewal()).toBeNull();
  });
});

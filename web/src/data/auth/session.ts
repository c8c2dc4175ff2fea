import { authEndpoints, type SessionData } from '@quantalgo/contracts/auth/endpoints';
import { call, storeDeviceSecret } from './call';
import { isRejected } from '../core/errors';
import { requestSync } from '../core/backgroundSync';
import { eraseDrafts } from '../core/webStorage';
import { withTimeout } from '../core/withTimeout';
import { LOGOUT_TAG } from '../core/workerProtocol';
import { endSession } from './endSession';
import { openTokens, getIdToken } from './idTokens';
import { storePendingProof } from './logoutProof';
import { storePendingSignUp } from './pendingRegistration';
import { replaceSession } from './replacement';
import { runLogoutWork } from './logoutWork';
import { getCurrentUser, readLogoutProof, storeLogoutProof, storeUser } from './currentSession';

async function startSession(response: Promise<{ data: SessionData }>): Promise<void> {
  const { data } = await response;
  await openTokens(data.user.id, data.customToken);
  eraseDrafts(data.user.id);
  storePendingSignUp(null);
  storeDeviceSecret(data.device);
  storeLogoutProof(data.logoutProof);
  storeUser(data.user);
  // Shares the refresh token with the worker, in case the device goes offline before the first
  // call.
  getIdToken(data.user.id, false).catch(() => undefined);
}

export const logIn = (email: string, password: string): Promise<void> =>
  startSession(call(authEndpoints.login, { body: { email, password } }));

export const confirmAccount = (email: string, confirmationCode: string): Promise<void> =>
  startSession(call(authEndpoints.confirmCode, { body: { email, confirmationCode } }));

export const continueSession = (code: string): Promise<void> =>
  startSession(call(authEndpoints.redeemTransferCode, { body: { code } }));

const endOnServer = (): Promise<boolean> =>
  call(authEndpoints.logout, {}).then(() => true, isRejected);

const waitForTimeout = () => new Promise<false>((resolve) => setTimeout(resolve, 3000, false));

const STORE_TIMEOUT_MS = 1000;

async function storeForWorker(proof: string): Promise<void> {
  await storePendingProof(proof);
  await requestSync(LOGOUT_TAG);
}

async function queueLogOut(): Promise<void> {
  const proof = readLogoutProof();
  if (proof === null) return;
  await withTimeout(
    STORE_TIMEOUT_MS,
    storeForWorker(proof).catch(() => undefined),
    undefined,
  );
}

/**
 * Deletes the member's data from this device, even while offline. The server ends the session at
 * the next contact.
 */
export async function logOut(): Promise<void> {
  if (!getCurrentUser()) return;
  await runLogoutWork();
  await replaceSession(async () => {
    const isEnded = await Promise.race([endOnServer(), waitForTimeout()]);
    if (!isEnded) await queueLogOut();
    await endSession('logged-out');
  });
}

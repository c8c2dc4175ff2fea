import { authEndpoints, type SessionData } from '@quantalgo/contracts/auth/endpoints';
import { call, storeDeviceSecret } from './call';
import { ApiError } from './errors';
import { askForSync } from '../core/backgroundSync';
import { eraseDrafts } from '../core/webStorage';
import { withTimeout } from '../core/withTimeout';
import { SIGN_OUT_TAG } from '../core/workerProtocol';
import { endSession } from './endSession';
import { enter, idToken } from './idTokens';
import { storeWaitingProof } from './signOutProof';
import { storePending } from './pendingRegistration';
import { replaceSession } from './replacement';
import { currentUser, storedSignOutProof, storeSignOutProof, storeUser } from './currentSession';

/** Starts the session that the server opens, on this device. */
async function begin(opening: Promise<{ data: SessionData }>): Promise<void> {
  const { data } = await opening;
  await enter(data.user.id, data.customToken);
  eraseDrafts();
  storePending(null);
  storeDeviceSecret(data.device);
  storeSignOutProof(data.signOutProof);
  storeUser(data.user);
  // Shares the refresh token with the worker, in case the device goes offline before any call.
  idToken(data.user.id, false).catch(() => undefined);
}

/**
 * Signs a member in.
 * @throws ApiError with the server's message.
 * @throws NetworkError if there is no answer
 */
export const signIn = (email: string, password: string): Promise<void> =>
  begin(call(authEndpoints.login, { body: { email, password } }));

/** Confirms an account by its code and starts its first session. Throws as {@link signIn} does. */
export const confirmAccount = (email: string, confirmationCode: string): Promise<void> =>
  begin(call(authEndpoints.confirmCode, { body: { email, confirmationCode } }));

/** Continues the session of a transfer code on this device. Throws as {@link signIn} does. */
export const continueSession = (code: string): Promise<void> =>
  begin(call(authEndpoints.redeemTransferCode, { body: { code } }));

/** Ends the session on the server. @returns whether it has ended there */
const endOnServer = (): Promise<boolean> =>
  call(authEndpoints.logout, {}).then(
    () => true,
    (error: unknown) => error instanceof ApiError && error.status < 500,
  );

/** Longest wait for a server that doesn't answer. */
const patience = () => new Promise<false>((resolve) => setTimeout(resolve, 3000, false));

/** Longest time (ms) that a database which hangs may delay a sign-out. */
const STORED_WITHIN_MS = 1000;

async function storeForWorker(proof: string): Promise<void> {
  await storeWaitingProof(proof);
  await askForSync(SIGN_OUT_TAG);
}

/** Makes the worker end the session at the next contact. Never rejects. */
async function signOutLater(): Promise<void> {
  const proof = storedSignOutProof();
  if (proof === null) return;
  await withTimeout(
    STORED_WITHIN_MS,
    storeForWorker(proof).catch(() => undefined),
    undefined,
  );
}

/**
 * Signs out. The member's data is deleted from this device even if the server can't be reached, in which case the
 * session ends on the server at the next contact.
 */
export async function signOut(): Promise<void> {
  if (!currentUser()) return;
  await replaceSession(async () => {
    const isTold = await Promise.race([endOnServer(), patience()]);
    if (!isTold) await signOutLater();
    await endSession('signed-out');
  });
}

import type { SessionData } from '@quantalgo/contracts';
import { call, keepDevice, replaceSession } from './call';
import { NetworkError } from './errors';
import { eraseDrafts } from '../core/webStorage';
import { endSession } from './endSession';
import { storePending } from './pendingRegistration';
import { currentUser, storeUser } from './currentSession';
import { loadAuth } from './tokens';

/** Begins the session that the server opens: on this device, and with Firebase, which is loaded meanwhile. */
async function begin(opening: Promise<{ data: SessionData }>): Promise<void> {
  const loading = loadAuth();
  loading.catch(() => undefined);
  const { data } = await opening;
  try {
    await (await loading).enter(data.customToken);
  } catch (error) {
    throw new NetworkError(error);
  }
  eraseDrafts();
  storePending(null);
  keepDevice(data.device);
  storeUser(data.user);
}

/**
 * Signs a member in.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export const signIn = (email: string, password: string): Promise<void> =>
  begin(call('login', { body: { email, password } }));

/** Opens the account whose confirmation code this is, and its first session. Throws as {@link signIn} does. */
export const confirmAccount = (email: string, confirmationCode: string): Promise<void> =>
  begin(call('confirmCode', { body: { email, confirmationCode } }));

/** Continues here the session that a transfer code stands for. Throws as {@link signIn} does. */
export const continueSession = (code: string): Promise<void> =>
  begin(call('redeemTransferCode', { body: { code } }));

/** Sets a new password, which ends every session of the account: this device's too. Throws as {@link signIn} does. */
export async function resetPassword(
  email: string,
  token: string,
  newPassword: string,
): Promise<void> {
  await call('resetPassword', { body: { token, newPassword } });
  if (currentUser()?.email === email) await endSession('expired');
}

/** Signs out. The server is told where it can be reached; this device forgets the member in any case. */
export async function signOut(): Promise<void> {
  if (!currentUser()) return;
  const told = Promise.race([call('logout', {}).catch(() => undefined), patience()]);
  await replaceSession(told.then(() => endSession('signed-out')));
}

/** Nobody waits longer than this for a server that does not answer. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 3000));

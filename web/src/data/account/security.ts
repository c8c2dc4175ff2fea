import type { Device, SessionData } from '@quantalgo/contracts';
import { eraseOutbox } from '../core/databases';
import { comparePush } from '../push/devicePush';
import { call, keepDevice, replaceSession } from '../session/call';
import { storeUser } from '../session/currentSession';
import { endSession } from '../session/endSession';
import { NetworkError } from '../session/errors';
import { loadAuth } from '../session/tokens';

/**
 * Goes on with the session that the server opened anew, as it ended all of the account.
 * @throws NetworkError when Firebase can't be reached: the member then logs in again
 */
async function adoptSession({
  data: { customToken, user, device },
}: {
  readonly data: SessionData;
}): Promise<void> {
  const { enter } = await loadAuth();
  try {
    await enter(customToken);
  } catch (error) {
    throw new NetworkError(error);
  }
  storeUser(user);
  keepDevice(device);
  // What this device is told ended with the session before.
  void comparePush();
}

/**
 * Sets a new password. Every other session ends.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword };
  await replaceSession(call('changePassword', { body }).then(adoptSession));
}

/** Has a code mailed to a new address. Throws as {@link changePassword} does. */
export async function changeEmail(email: string, currentPassword: string): Promise<void> {
  await call('changeEmail', { body: { email, currentPassword } });
}

/** Makes the address that the code was mailed to the account's. Throws as {@link changePassword} does. */
export async function confirmEmail(confirmationCode: string): Promise<void> {
  await replaceSession(call('confirmEmail', { body: { confirmationCode } }).then(adoptSession));
}

/** The member's open sessions, last seen first. @throws ApiError @throws NetworkError */
export const fetchDevices = async (): Promise<Device[]> => (await call('devices', {})).data;

/** Signs one device out. @throws ApiError @throws NetworkError */
export async function endDevice(id: string): Promise<void> {
  await call('endDevice', { params: { id } });
}

/** Signs every device but this one out. @throws ApiError @throws NetworkError */
export async function endOtherDevices(): Promise<void> {
  await replaceSession(call('endOtherDevices', {}).then(adoptSession));
}

/**
 * Deletes the account for good, and all that this device keeps of its member.
 * @throws ApiError with the server's words, for example of a wrong password. @throws NetworkError when no answer came.
 */
export async function deleteAccount(currentPassword: string): Promise<void> {
  const deleted = call('deleteAccount', { body: { currentPassword } });
  await replaceSession(deleted.then(() => endSession('signed-out')));
  // Where a call of another kind met the end of the session first, what waited to be sent is still here.
  await eraseOutbox();
}

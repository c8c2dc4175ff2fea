import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import { securityEndpoints } from '@quantalgo/contracts/auth/securityEndpoints';
import type { Device } from '@quantalgo/contracts/privacy/archive';
import { eraseOutbox } from '../database/databases';
import { syncPush } from '../push/devicePush';
import { call, storeDeviceSecret } from '../auth/call';
import { getCurrentUser, storeLogoutProof, storeUser } from '../auth/currentSession';
import { endSession } from '../auth/endSession';
import { openTokens } from '../auth/idTokens';
import { replaceSession } from '../auth/replacement';

/**
 * Stores the session that replaced all of the member's sessions.
 * @throws NetworkError if Firebase can't be reached: the member must then log in again
 */
async function adoptSession({
  data: { customToken, user, device, logoutProof },
}: {
  readonly data: SessionData;
}): Promise<void> {
  await openTokens(user.id, customToken);
  storeUser(user);
  storeDeviceSecret(device);
  storeLogoutProof(logoutProof);
  // The previous session's push subscription ended with it.
  void syncPush();
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const body = { currentPassword, newPassword };
  await replaceSession(() => call(securityEndpoints.changePassword, { body }).then(adoptSession));
}

export async function confirmEmail(confirmationCode: string): Promise<void> {
  await replaceSession(() =>
    call(securityEndpoints.confirmEmail, { body: { confirmationCode } }).then(adoptSession),
  );
}

export const fetchDevices = async (): Promise<Device[]> =>
  (await call(securityEndpoints.devices, {})).data;

export async function logOutDevice(id: string): Promise<void> {
  await call(securityEndpoints.logOutDevice, { params: { id } });
}

export async function logOutOtherDevices(): Promise<void> {
  await replaceSession(() => call(securityEndpoints.logOutOtherDevices, {}).then(adoptSession));
}

export async function deleteAccount(currentPassword: string): Promise<void> {
  const uid = getCurrentUser()?.id;
  await replaceSession(async () => {
    await call(securityEndpoints.deleteAccount, { body: { currentPassword } });
    await endSession('logged-out');
  });
  // If another call noticed the session's end first and treated it as an expiry, the outbox still
  // exists.
  if (uid !== undefined) await eraseOutbox(uid);
}

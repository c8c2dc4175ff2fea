import { passwordsEndpoints } from '@quantalgo/contracts/auth/passwordEndpoints';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { call, readDeviceSecret, storeDeviceSecret } from './call';
import { getCurrentUser } from './currentSession';
import { endSession } from './endSession';

const SECRET_BYTES = 32;

/** Creates the secret by which the server recognises the device, before its first login. */
function ensureDeviceSecret(): void {
  if (readDeviceSecret() !== null) return;
  const secret = encodeBase64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  storeDeviceSecret(secret.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
}

export async function resetPassword(
  email: string,
  token: string,
  newPassword: string,
): Promise<void> {
  ensureDeviceSecret();
  await call(passwordsEndpoints.resetPassword, { body: { token, newPassword } });
  if (getCurrentUser()?.email === email) await endSession('expired');
}

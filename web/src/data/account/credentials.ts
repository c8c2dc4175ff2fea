import { call } from '../api/call';
import { adopt } from './adopt';

/**
 * Sets a new password. Every other session ends.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  const { data } = await call('changePassword', { body: { currentPassword, newPassword } });
  await adopt(data);
}

/** Has a code mailed to a new address. Throws as {@link changePassword} does. */
export async function changeEmail(email: string, currentPassword: string): Promise<void> {
  await call('changeEmail', { body: { email, currentPassword } });
}

/** Makes the address that the code was mailed to the account's. Throws as {@link changePassword} does. */
export async function confirmEmail(confirmationCode: string): Promise<void> {
  const { data } = await call('confirmEmail', { body: { confirmationCode } });
  await adopt(data);
}

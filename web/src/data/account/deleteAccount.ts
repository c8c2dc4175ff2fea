import { call } from '../api/call';
import { endSession } from '../session/end';
import { eraseOutbox } from '../storage/erase';

/**
 * Deletes the account for good, and all that this device keeps of its member.
 * @throws ApiError with the server's words, for example of a wrong password. @throws NetworkError when no answer came.
 */
export async function deleteAccount(currentPassword: string): Promise<void> {
  await call('deleteAccount', { body: { currentPassword } });
  await endSession('signed-out');
  // Where a call of another kind met the end of the session first, what waited to be sent is still here.
  await eraseOutbox();
}

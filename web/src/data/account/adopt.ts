import type { SessionData } from '@quantalgo/contracts';
import { NetworkError } from '../api/errors';
import { comparePush } from '../push/devicePush';
import { storeUser } from '../session/store';
import { loadAuth } from '../session/tokens';

/**
 * Goes on with the session that the server opened anew, as it ended all of the account.
 * @throws NetworkError when Firebase can't be reached: the member then logs in again
 */
export async function adopt({ customToken, user }: SessionData): Promise<void> {
  const { enter } = await loadAuth();
  try {
    await enter(customToken);
  } catch (error) {
    throw new NetworkError(error);
  }
  storeUser(user);
  // What this device is told ended with the session before.
  void comparePush();
}

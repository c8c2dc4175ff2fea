import { call } from '../api/call';
import { NetworkError } from '../api/errors';
import { endSession } from './end';
import { currentUser, storeUser } from './store';
import { loadAuth } from './tokens';

export { useSession } from './store';

/**
 * Signs a member in: on this device, and with Firebase.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export async function signIn(email: string, password: string): Promise<void> {
  const loading = loadAuth();
  loading.catch(() => undefined);
  const { data } = await call('login', { body: { email, password } });
  try {
    await (await loading).enter(data.customToken);
  } catch (error) {
    throw new NetworkError(error);
  }
  storeUser(data.user);
}

/** Signs out. The server is told where it can be reached; this device forgets the member in any case. */
export async function signOut(): Promise<void> {
  if (!currentUser()) return;
  await Promise.race([call('logout', {}).catch(() => undefined), patience()]);
  await endSession('signed-out');
}

/** Nobody waits longer than this for a server that does not answer. */
const patience = () => new Promise((resolve) => setTimeout(resolve, 3000));

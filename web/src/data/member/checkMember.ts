import { call } from '../api/call';
import { currentUser, storeUser } from '../session/store';

/**
 * Asks the server who the member is now; a refusal ends the session. Says whether the server answered: what failed is
 * asked again at the next occasion.
 */
export async function checkMember(): Promise<boolean> {
  try {
    const { data } = await call('me', {});
    if (currentUser()?.id === data.id) storeUser(data);
    return true;
  } catch {
    return false;
  }
}

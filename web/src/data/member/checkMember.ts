import { call } from '../api/call';
import { currentUser, storeUser } from '../session/store';

/** Asks the server who the member is now. What fails is asked again at the next occasion; a refusal ends the session. */
export async function checkMember(): Promise<void> {
  try {
    const { data } = await call('me', {});
    if (currentUser()?.id === data.id) storeUser(data);
  } catch {
    return;
  }
}

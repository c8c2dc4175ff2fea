import { audiencesOf, isLocked } from '@quantalgo/contracts';
import { renewClaims } from '../member/renewClaims';
import { currentUser, session } from '../session/store';
import { audiencesKey } from '../signals/cursor';
import type { SyncEvent } from './machine';

/** What the server can be asked for as this member. */
function accessOf(uid: string): { key: string; locked: boolean } | null {
  const user = currentUser();
  if (user?.id !== uid) return null;
  const key = `${user.accessVersion} ${audiencesKey(audiencesOf(user))}`;
  return { key, locked: isLocked(user) };
}

/**
 * Tells of the member's access, now and whenever it changes. What they may no longer have is refused at once; for what
 * they may have the token has to say so too, so once it was renewed the server is asked again.
 */
export function followAccess(
  uid: string,
  dispatch: (event: SyncEvent) => void,
  stopped: AbortSignal,
): void {
  let known: string | undefined;
  const look = async () => {
    const access = accessOf(uid);
    if (!access || access.key === known) return;
    known = access.key;
    dispatch({ type: 'access', locked: access.locked });
    if ((await renewClaims()) && known === access.key && !access.locked)
      dispatch({ type: 'access', locked: false });
  };
  void look();
  stopped.addEventListener(
    'abort',
    session.subscribe(() => void look()),
  );
}

import { isLocked } from '@quantalgo/contracts';
import { useMember } from '../../data/session/currentSession';
import { useFreshness } from '../../data/sync/freshness';
import { LockedRoom } from './locked/LockedRoom';
import { OpenRoom } from './room/OpenRoom';

/** The Signal Room: live for members, a teaser for guests and whoever is locked. */
export function SignalRoom() {
  const member = useMember();
  const { state } = useFreshness();
  if (member === null) return null;
  return isLocked(member) || state === 'blocked' ? <LockedRoom /> : <OpenRoom access={member} />;
}

import { currentUser } from '../session/store';
import { withDatabase } from '../storage/memberDatabase';
import { useStored } from '../storage/useStored';
import { dismissEviction, readEviction, startOfDay } from './retention';

/** Since when (epoch ms) signals are still on this device, where older ones had to go and their member has not seen that. */
export function useEviction(): { readonly since: number; readonly dismiss: () => void } | null {
  const eviction = useStored(readEviction);
  if (!eviction) return null;
  const dismiss = () => {
    const uid = currentUser()?.id;
    if (uid !== undefined) withDatabase(uid, dismissEviction).catch(() => undefined);
  };
  return { since: startOfDay(eviction.before), dismiss };
}

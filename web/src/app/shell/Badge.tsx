import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { isPageVisible, subscribeToVisibility } from '../../data/core/visibility';
import { showsSignals } from '../../data/push/shownNotifications';
import { markSeen, useUnseenCount } from '../../data/signals/useSignals';
import { withoutSlash } from '../screenTable';

/** Shows the count on the app's icon, where the system supports badges; 0 clears it. */
function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

/** Maintains the badge of the app's icon: the number of signals since the member last looked. */
export function Badge({ uid }: { uid: string }) {
  const unseen = useUnseenCount();
  const visible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const looking = showsSignals(withoutSlash(useLocation().pathname)) && visible;
  useEffect(() => {
    if (unseen === undefined) return;
    if (looking) markSeen(uid).catch(() => undefined);
    showBadge(looking ? 0 : unseen);
  }, [uid, unseen, looking]);
  useEffect(() => () => showBadge(0), [uid]);
  return null;
}

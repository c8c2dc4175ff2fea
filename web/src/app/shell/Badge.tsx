import { PATHS } from '@quantalgo/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { markSeen, useUnseenCount } from '../../data/signals/useSignals';
import { withoutSlash } from '../screenTable';

/** Shows the count on the app's icon, where the system supports badges; 0 clears it. */
function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the path shows the member the latest signals. */
const showsSignals = (path: string) =>
  path === PATHS.dashboard || path === PATHS.signals || path.startsWith(`${PATHS.signals}/`);

/** Maintains the badge of the app's icon: the number of signals since the member last looked. */
export function Badge({ uid }: { uid: string }) {
  const unseen = useUnseenCount();
  const visible = useSyncExternalStore(subscribe, () => !document.hidden);
  const looking = showsSignals(withoutSlash(useLocation().pathname)) && visible;
  useEffect(() => {
    if (unseen === undefined) return;
    if (looking) markSeen(uid).catch(() => undefined);
    showBadge(looking ? 0 : unseen);
  }, [uid, unseen, looking]);
  useEffect(() => () => showBadge(0), [uid]);
  return null;
}

import { PATHS } from '@quantalgo/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { markSeen, useUnseenCount } from '../../data/signals/useSignals';
import { withoutSlash } from '../screenTable';

/** Shows so many on the app's icon, none for 0, where the system has such badges. */
function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Where a member sees which signals came. */
const showsSignals = (path: string) =>
  path === PATHS.dashboard || path === PATHS.signals || path.startsWith(`${PATHS.signals}/`);

/** Keeps the number on the app's icon: the signals that came since their member last looked. */
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

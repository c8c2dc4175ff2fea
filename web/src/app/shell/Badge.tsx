import { stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { isPageVisible, subscribeToVisibility } from '../../data/core/visibility';
import { isSignalsPath } from '../../data/push/shownNotifications';
import { unreadCount } from '../../data/notifications/unread';
import { markSeen, useUnseenCount } from '../../data/signals/useSignals';

function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const update = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  update.catch(() => undefined);
}

const storeForPushes = async (unread: number): Promise<void> =>
  (await import('../../data/push/pushState')).rememberUnread(unread);

/** Counts new signals (except while a signals screen is visible) and unread notifications. */
export function Badge({ uid }: { uid: string }) {
  const unseen = useUnseenCount();
  const unread = useSyncExternalStore(unreadCount.subscribe, unreadCount.get);
  const visible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const isViewing = isSignalsPath(stripTrailingSlash(useLocation().pathname)) && visible;
  useEffect(() => {
    if (unseen === undefined) return;
    if (isViewing) markSeen(uid).catch(() => undefined);
    showBadge((unread ?? 0) + (isViewing ? 0 : unseen));
  }, [uid, unseen, unread, isViewing]);
  useEffect(() => {
    if (unread !== undefined) void storeForPushes(unread);
  }, [unread]);
  useEffect(() => () => showBadge(0), [uid]);
  return null;
}

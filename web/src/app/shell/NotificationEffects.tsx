import { stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import type { User } from '@quantalgo/contracts/account/member';
import { isReadByVisit } from '@quantalgo/contracts/notifications/notification';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { retryUntilDone } from '../../core/retry';
import { ignoreExpected } from '../../data/core/faults';
import { isPageVisible, subscribeToVisibility } from '../../data/core/visibility';
import {
  markRead,
  refreshIfStale,
  refreshNotifications,
  syncReadMark,
} from '../../data/notifications/sync';
import { unreadCount } from '../../data/notifications/unread';
import {
  type NotificationsView,
  useNotifications,
} from '../../data/notifications/useNotifications';
import { followShown } from '../../data/push/devicePush';
import { closeNotifications } from '../../data/push/shownNotifications';
import { isInstalled } from '../../data/pwa/install';
import { Badge } from './Badge';

/** A connection that has just returned may fail again. */
const RETRY_DELAY_MS = 15_000;

function useNotificationRefresh(uid: string): void {
  useEffect(() => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    let retryController = new AbortController();
    const sendReadMark = () => {
      retryController.abort();
      retryController = new AbortController();
      void retryUntilDone(() => syncReadMark(uid), retryController.signal, RETRY_DELAY_MS);
    };
    let isPushed = false;
    const refresh = () => {
      if (document.hidden) return;
      if (isPushed) void refreshNotifications(uid);
      else refreshIfStale(uid).catch(ignoreExpected);
      isPushed = false;
      sendReadMark();
    };
    refresh();
    addEventListener('online', refresh, options);
    document.addEventListener('visibilitychange', refresh, options);
    const stopFollowing = followShown((id) => {
      if (id === undefined) return;
      if (document.hidden) isPushed = true;
      else void refreshNotifications(uid);
    });
    return () => {
      stopFollowing();
      retryController.abort();
      controller.abort();
    };
  }, [uid]);
}

/** Removes notifications from this device's tray once they were read on any device. */
async function clearTray({ notifications, unread }: NotificationsView): Promise<void> {
  const unreadIds = new Set(unread.map(({ id }) => id));
  const readPushes = new Set(
    notifications.flatMap(({ id, pushes }) => (unreadIds.has(id) ? [] : pushes)),
  );
  const registration = await navigator.serviceWorker.getRegistration();
  await closeNotifications(registration, (_, tag) => readPushes.has(tag));
}

/** Loaded after the screen. Renders nothing. */
export const NotificationEffects = ({ member }: { member: User }) => (
  <>
    <UnreadNotifications member={member} />
    {isInstalled() && <Badge uid={member.id} />}
  </>
);

function UnreadNotifications({ member }: { member: User }) {
  const { id: uid } = member;
  const view = useNotifications(member);
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const path = stripTrailingSlash(useLocation().pathname);
  useNotificationRefresh(uid);
  useEffect(() => {
    if (!view) return;
    unreadCount.set(view.unread.length);
    if ('serviceWorker' in navigator) clearTray(view).catch(() => undefined);
  }, [view]);
  useEffect(() => {
    if (!view || !isVisible) return;
    const visited = view.unread.filter((notification) => isReadByVisit(notification, path));
    if (visited.length > 0) void markRead(uid, visited);
  }, [uid, view, isVisible, path]);
  useEffect(() => () => unreadCount.set(undefined), [uid]);
  return null;
}

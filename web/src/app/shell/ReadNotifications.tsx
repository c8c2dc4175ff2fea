import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { serverNow } from '../../data/core/clock';
import { closeNotifications, isExpired, isRead } from '../../data/push/shownNotifications';
import { isPageVisible, subscribeToVisibility } from '../../data/core/visibility';
import { withoutSlash } from '../screenTable';

async function closeRead(path: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await closeNotifications(
    registration,
    (data) => isRead(data, path) || isExpired(data, serverNow()),
  );
}

/** Takes from the system the notifications of what is on screen, and those whose time is over. */
export function ReadNotifications() {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const path = withoutSlash(useLocation().pathname);
  useEffect(() => {
    if (isVisible && 'serviceWorker' in navigator) closeRead(path).catch(() => undefined);
  }, [isVisible, path]);
  return null;
}

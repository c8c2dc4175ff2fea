import { stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { serverNow } from '../../data/core/clock';
import { runAfterProof } from '../../data/core/firstPaint';
import { isPageVisible, subscribeToVisibility } from '../../data/core/visibility';
import { readLocal } from '../../data/core/webStorage';
import { closeNotifications, isExpired, isReadOnPath } from '../../data/push/shownNotifications';
import type { User } from '@quantalgo/contracts/account/member';
import { UNSENT_PROBLEMS_KEY } from '../../core/problem';
import { lazyComponent } from '../../ui/lazyComponent';
import { PayingRecordWatch } from './PayingRecordWatch';
import { ScrollMemory } from './ScrollMemory';

const NotificationEffects = lazyComponent(
  async () => (await import('./NotificationEffects')).NotificationEffects,
  null,
  runAfterProof,
);

async function closeReadNotifications(path: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await closeNotifications(
    registration,
    (data) => isReadOnPath(data, path) || isExpired(data, serverNow()),
  );
}

function ReadNotifications() {
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const path = stripTrailingSlash(useLocation().pathname);
  useEffect(() => {
    if (isVisible && 'serviceWorker' in navigator)
      closeReadNotifications(path).catch(() => undefined);
  }, [isVisible, path]);
  return null;
}

/** Problem reports may have been written offline. */
function sendUnsentProblems(): void {
  if (readLocal(UNSENT_PROBLEMS_KEY) === null) return;
  import('../../data/sync/problems').then(
    ({ sendProblems }) => sendProblems(),
    () => undefined,
  );
}

function UnsentProblems() {
  useEffect(() => {
    sendUnsentProblems();
    window.addEventListener('online', sendUnsentProblems);
    return () => window.removeEventListener('online', sendUnsentProblems);
  }, []);
  return null;
}

export const ShellEffects = ({ member }: { member: User }) => (
  <>
    <ScrollMemory />
    <ReadNotifications />
    <UnsentProblems />
    <NotificationEffects member={member} />
    <PayingRecordWatch uid={member.id} />
  </>
);

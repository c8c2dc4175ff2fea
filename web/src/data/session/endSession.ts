import { clearContact } from '../core/clock';
import { eraseDatabases, eraseOutbox } from '../core/databases';
import { eraseDrafts, removeLocal } from '../core/webStorage';
import { PUSH_STORE } from '../core/workerProtocol';
import { currentUser, type EndReason, forgetUser, trackSessionEnd } from './currentSession';
import { loadAuth } from './tokens';

/** A browser that takes longer (ms) to let go of its subscription is not waited for: the server has let go of it too. */
const UNSUBSCRIBE_WITHIN_MS = 2000;

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

const unsubscribeTimeout = () =>
  new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_WITHIN_MS));

/** Has this browser let go of its subscription, so that nothing is shown to whoever comes next. Never rejects. */
export async function unsubscribePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await Promise.race([unsubscribe().catch(() => undefined), unsubscribeTimeout()]);
  try {
    indexedDB.deleteDatabase(PUSH_STORE.database);
  } catch {
    // Where there is no IndexedDB, nothing was kept.
  }
}

async function eraseSession(reason: EndReason): Promise<void> {
  const user = currentUser();
  if (!user) return;
  forgetUser(reason);
  clearContact();
  eraseDrafts();
  await Promise.allSettled([
    loadAuth().then(({ leave }) => leave()),
    eraseDatabases(user.id),
    unsubscribePush(),
    reason === 'signed-out' ? eraseOutbox() : null,
  ]);
  removeLocal('firebase:');
}

/**
 * Ends the session on this device: of the member's data nothing is left, in whatever state server and network are. What
 * waits to be sent outlives a session that expired, for the same member alone. Settles when that is done; never rejects.
 */
export function endSession(reason: EndReason): Promise<void> {
  const ended = eraseSession(reason);
  trackSessionEnd(ended);
  return ended;
}

import { clearContact } from '../core/clock';
import { eraseDatabases, eraseOutbox, PUSH_ROW } from '../database/databases';
import { deleteDatabase } from '../database/plain';
import { eraseDrafts } from '../core/webStorage';
import { getCurrentUser, type EndReason, clearUser, trackSessionEnd } from './currentSession';
import { clearTokens } from './idTokens';

const UNSUBSCRIBE_TIMEOUT_MS = 2000;

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

const waitForTimeout = () => new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS));

export async function unsubscribePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await Promise.race([unsubscribe().catch(() => undefined), waitForTimeout()]);
  await deleteDatabase(PUSH_ROW.database);
}

async function eraseSession(reason: EndReason): Promise<void> {
  const user = getCurrentUser();
  if (!user) return;
  clearUser(reason);
  clearContact();
  if (reason !== 'expired') eraseDrafts();
  clearTokens();
  if ('clearAppBadge' in navigator) navigator.clearAppBadge().catch(() => undefined);
  await Promise.allSettled([
    eraseDatabases(user.id),
    unsubscribePush(),
    reason === 'logged-out' ? eraseOutbox(user.id) : null,
  ]);
}

/**
 * Ends the session on this device and deletes the member's data, even while offline. After an
 * expiry, retains the outbox and drafts, because the same member may log in again. Never rejects.
 */
export function endSession(reason: EndReason): Promise<void> {
  const end = eraseSession(reason);
  trackSessionEnd(end);
  return end;
}

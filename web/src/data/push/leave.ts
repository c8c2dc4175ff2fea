import { PUSH_KEPT } from './protocol';

/** A browser that takes longer (ms) to let go of its subscription is not waited for: the server has let go of it too. */
const PATIENCE_MS = 2000;

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

/** Has this browser let go of its subscription, so that nothing is shown to whoever comes next. Never rejects. */
export async function leavePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await Promise.race([unsubscribe().catch(() => undefined), patience()]);
  try {
    indexedDB.deleteDatabase(PUSH_KEPT.database);
  } catch {
    // Where there is no IndexedDB, nothing was kept.
  }
}

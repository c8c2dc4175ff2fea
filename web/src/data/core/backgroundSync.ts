/** https://wicg.github.io/background-sync/spec/ */
interface WithSync extends ServiceWorkerRegistration {
  readonly sync: { readonly register: (tag: string) => Promise<void> };
}

const hasSync = (registration: ServiceWorkerRegistration): registration is WithSync =>
  'sync' in registration;

/**
 * Requests a sync event for the service worker once there is a network, even if the page is closed
 * by then.
 * @returns false if the browser has no Background Sync, or the site has no worker
 * @throws DOMException if the browser refuses
 */
export async function requestSync(tag: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !hasSync(registration)) return false;
  await registration.sync.register(tag);
  return true;
}

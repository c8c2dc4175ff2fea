let asked = false;

/**
 * Asks the browser to keep this site's data when it runs out of room, once for each page: some ask the member, so it is
 * done when they have just saved something here, or use the app as installed. Never rejects.
 */
export function askToKeep(): void {
  if (asked || !('storage' in navigator)) return;
  asked = true;
  void (async () => {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  })().catch(() => undefined);
}

/** True where the app runs as installed. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

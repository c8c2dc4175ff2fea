declare const self: ServiceWorkerGlobalScope;

/** All windows of this site, including those controlled by another worker or none. */
export const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Posts a message to all windows. @returns the number of windows */
export async function tellPages(message: Readonly<Record<string, unknown>>): Promise<number> {
  const pages = await windows();
  for (const page of pages) page.postMessage(message);
  return pages.length;
}

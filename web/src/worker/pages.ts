declare const self: ServiceWorkerGlobalScope;

/** Includes windows controlled by another worker or by none. */
export const getWindows = () =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

export async function postToPages(message: Readonly<Record<string, unknown>>): Promise<number> {
  const pages = await getWindows();
  for (const page of pages) page.postMessage(message);
  return pages.length;
}

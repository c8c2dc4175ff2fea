declare const self: ServiceWorkerGlobalScope;

/** Includes windows controlled by another worker or none. */
export const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

export async function tellPages(message: Readonly<Record<string, unknown>>): Promise<number> {
  const pages = await windows();
  for (const page of pages) page.postMessage(message);
  return pages.length;
}

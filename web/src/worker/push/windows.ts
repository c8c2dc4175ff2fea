import { PATHS } from '@quantalgo/contracts';
import { PUSH_MESSAGE } from '../../data/core/workerProtocol';

declare const self: ServiceWorkerGlobalScope;

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Tells all pages something. */
export async function tellPages(message: Readonly<Record<string, unknown>>): Promise<void> {
  for (const page of await windows()) page.postMessage(message);
}

const isDashboard = ({ url }: WindowClient) => new URL(url).pathname.startsWith(PATHS.dashboard);

/**
 * Brings the member to a path: in the window of the dashboard that is open, which loses nothing by it, otherwise in a new
 * one.
 */
export async function open(to: string): Promise<void> {
  const dashboards = (await windows()).filter(isDashboard);
  const page = dashboards.find(({ focused }) => focused) ?? dashboards[0];
  if (!page) {
    await self.clients.openWindow(to);
    return;
  }
  page.postMessage({ type: PUSH_MESSAGE.opened, to });
  // A browser that does not let itself be brought to the front still shows the right place in it.
  await page.focus().catch(() => undefined);
}

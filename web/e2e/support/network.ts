import type { BrowserContext, Route } from '@playwright/test';
import { addresses } from './suite';

/** Where the product's data comes from and goes to; the files of the site itself come still. */
const SERVERS = new RegExp(`^(${addresses.firestore}|${addresses.site}/(api|auth)/)`);

/** Breaks all open connections, including streams. The network returns at once. */
export async function cutConnections(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

/** Has every server of the product answer by `answer` instead, what is on its way included. */
export async function breakServers(
  context: BrowserContext,
  answer: (route: Route) => unknown,
): Promise<void> {
  await context.route(SERVERS, answer);
  await cutConnections(context);
}

export const restoreNetwork = (context: BrowserContext): Promise<void> =>
  context.unrouteAll({ behavior: 'ignoreErrors' });

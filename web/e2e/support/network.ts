import type { BrowserContext, Route } from '@playwright/test';
import { addresses } from './suite';

/** The servers of the product's data, without the site's own files. */
const SERVERS = new RegExp(`^(${addresses.firestore}|${addresses.site}/(api|auth)/)`);

/** Breaks all open connections, including streams. The network returns at once. */
export async function cutConnections(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.setOffline(false);
}

/** Answers every request to the product's servers with `answer`, including pending ones. */
export async function breakServers(
  context: BrowserContext,
  answer: (route: Route) => unknown,
): Promise<void> {
  await context.route(SERVERS, answer);
  await cutConnections(context);
}

export const restoreNetwork = (context: BrowserContext): Promise<void> =>
  context.unrouteAll({ behavior: 'ignoreErrors' });

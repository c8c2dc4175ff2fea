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

/** Collects the idempotency keys of the POSTs to a path from now on, one per attempt. */
export function recordKeys(context: BrowserContext, path: string): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

/**
 * Lets the next POST to a path reach the server but drops its response with `lose`; by default the request stays open. Later
 * ones pass. Call it before the page opens, because a request that an open page sends right afterwards can bypass the route.
 * @returns `lost`, which settles once the response has been dropped
 */
export async function loseNextAnswer(
  context: BrowserContext,
  path: string,
  lose: (route: Route) => unknown = () => undefined,
): Promise<{ readonly lost: Promise<void> }> {
  let tell: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    tell = resolve;
  });
  let taken = false;
  await context.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (taken || route.request().method() !== 'POST') return route.continue();
      taken = true;
      await route.fetch();
      await lose(route);
      tell();
    },
  );
  return { lost };
}

import type { Page } from '@playwright/test';
import { followTraffic } from '@quantalgo/tools/system/pageTraffic';

/** What went over the network of one page. */
export interface Wire {
  /** Addresses asked for, with what was sent to them. */
  readonly sent: string[];
  /** All bodies received so far, streams that are still open included. */
  readonly received: () => string;
}

/** Records everything that a page sends and receives from now on, except the site's own files. */
export async function recordWire(page: Page): Promise<Wire> {
  const sent: string[] = [];
  const { received } = await followTraffic(page, {
    isWanted: (url) => !new URL(url).pathname.startsWith('/assets/'),
    onRequest: (method, url, body) => sent.push(`${method} ${url} ${body}`),
  });
  return { sent, received };
}

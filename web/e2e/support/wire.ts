import type { Page } from '@playwright/test';
import { followTraffic } from '@quantalgo/tools/system/pageTraffic';

/** Network traffic of one page. */
export interface Wire {
  /** Method, URL and body of each request. */
  readonly sent: string[];
  /** All response bodies so far, including open streams. */
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

import type { BrowserContext, Route } from '@playwright/test';
import {
  parseChannelId,
  isListenChannel,
  ListenChannel,
  PageChannels,
} from '../../src/suite/listenChannel';
import { HOST, type Ports } from '../../src/suite/ports';

export interface Listening {
  readonly setOnline: (isOnline: boolean) => Promise<unknown>;
  readonly isStreaming: () => boolean;
}

/**
 * Tracks what a page listens to, and ends connections that the page has left ({@link
 * ListenChannel}).
 */
export async function followListening(
  context: BrowserContext,
  { firestore }: Ports,
): Promise<Listening> {
  let isOnline = true;
  const channels = new PageChannels();

  /**
   * Sends the request from here: Google's host name doesn't resolve in this process, and the reply
   * is read even if the page no longer waits.
   */
  const forward = (route: Route, { pathname, search }: URL) =>
    route.fetch({ url: `http://${HOST}:${firestore}${pathname}${search}` });

  async function begin(route: Route, url: URL): Promise<void> {
    const add = channels.begin();
    const response = await forward(route, url);
    const id = parseChannelId(await response.text());
    if (id !== undefined) {
      const channel = new ListenChannel(new URL(response.url()), id);
      channel.note(url, route.request().postData() ?? '', Promise.resolve());
      add(id, channel);
    }
    await route.fulfill({ response });
  }

  async function send(route: Route, url: URL, id: string): Promise<void> {
    const pending = forward(route, url);
    channels.get(id)?.note(url, route.request().postData() ?? '', pending);
    await route.fulfill({ response: await pending });
  }

  async function handleRoute(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const id = url.searchParams.get('SID');
    if (id !== null && url.searchParams.get('TYPE') === 'terminate') {
      await channels.end([id]);
      return route.fulfill({ status: 200 });
    }
    if (request.method() !== 'POST') return route.continue();
    if (!isOnline) return route.abort('internetdisconnected');
    return id === null ? begin(route, url) : send(route, url, id);
  }

  // The emulator may have stopped, and the page closed.
  const abort = (route: Route) => route.abort().catch(() => undefined);
  await context.route(isListenChannel, (route) => handleRoute(route).catch(() => abort(route)));
  return {
    setOnline: async (isUp) => {
      isOnline = isUp;
      if (!isUp) await channels.end();
    },
    isStreaming: () => channels.isInUse,
  };
}

import type { BrowserContext, Route } from '@playwright/test';
import { channelIdIn, isOfChannel, ListenChannel } from '../../src/suite/listenChannel';
import { HOST, type Ports } from '../../src/suite/ports';

/** What a browser's page listens to in the database. */
export interface Listening {
  /** To be called once the browser's line is down, or up again. */
  readonly setOnline: (isOnline: boolean) => Promise<unknown>;
  /** Whether the page listens to anything now. */
  readonly isStreaming: () => boolean;
}

/** Follows what a browser's page listens to, and ends it once the page has left its connection ({@link ListenChannel}). */
export async function followListening(
  context: BrowserContext,
  { firestore }: Ports,
): Promise<Listening> {
  let isOnline = true;
  const channels = new Map<string, ListenChannel>();
  const end = (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => {
        const channel = channels.get(id);
        channels.delete(id);
        await channel?.end();
      }),
    );

  /** Asks from here, where Google's name isn't known and the answer is read even if the page no longer waits for it. */
  const ask = (route: Route, { pathname, search }: URL) =>
    route.fetch({ url: `http://${HOST}:${firestore}${pathname}${search}` });

  async function begin(route: Route, url: URL): Promise<void> {
    const response = await ask(route, url);
    const id = channelIdIn(await response.text());
    if (id !== undefined) {
      const left = [...channels.keys()];
      const channel = new ListenChannel(new URL(response.url()), id);
      channel.note(url, route.request().postData() ?? '', Promise.resolve());
      channels.set(id, channel);
      void end(left);
    }
    await route.fulfill({ response });
  }

  async function send(route: Route, url: URL, id: string): Promise<void> {
    const asked = ask(route, url);
    channels.get(id)?.note(url, route.request().postData() ?? '', asked);
    await route.fulfill({ response: await asked });
  }

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const id = url.searchParams.get('SID');
    if (id !== null && url.searchParams.get('TYPE') === 'terminate') {
      await end([id]);
      return route.fulfill({ status: 200 });
    }
    if (request.method() !== 'POST') return route.continue();
    if (!isOnline) return route.abort('internetdisconnected');
    return id === null ? begin(route, url) : send(route, url, id);
  }

  // The emulator may have been stopped, and the page closed.
  const failed = (route: Route) => route.abort().catch(() => undefined);
  await context.route(isOfChannel, (route) => answer(route).catch(() => failed(route)));
  return {
    setOnline: async (isUp) => {
      isOnline = isUp;
      if (!isUp) await end([...channels.keys()]);
    },
    isStreaming: () => [...channels.values()].some(({ isInUse }) => isInUse),
  };
}

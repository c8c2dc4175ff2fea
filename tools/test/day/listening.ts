import type { BrowserContext, Route } from '@playwright/test';
import * as z from 'zod/mini';
import { HOST, type Ports } from '../../src/suite/ports';

/** What a page sends to the database: the targets that it begins and ends to listen to. */
const messageSchema = z.object({
  addTarget: z.exactOptional(z.object({ targetId: z.int() })),
  removeTarget: z.exactOptional(z.int()),
});

type Message = z.infer<typeof messageSchema>;

/** A page's connection, by WebChannel, as far as its requests show it. */
class Channel {
  readonly #url: URL;
  readonly #targets = new Set<number>();
  /** The number of its newest request, and how many messages came with them: the emulator insists on both. */
  #request = 0;
  #messages = 0;
  /** Settles when its newest request was answered: the emulator reads no message before those that came ahead of it. */
  #asked: Promise<unknown> = Promise.resolve();

  /** @param url where its first request was answered, with this id */
  constructor(url: URL, id: string) {
    this.#url = new URL(url);
    this.#url.searchParams.set('SID', id);
  }

  /** Notes a request that the page makes over it. */
  note(url: URL, sent: string, asked: Promise<unknown>): void {
    this.#asked = Promise.allSettled([this.#asked, asked]);
    const body = new URLSearchParams(sent);
    this.#request = Number(url.searchParams.get('RID'));
    this.#messages = Number(body.get('ofs')) + Number(body.get('count'));
    for (const { addTarget, removeTarget } of messagesIn(body)) {
      if (addTarget) this.#targets.add(addTarget.targetId);
      if (removeTarget !== undefined) this.#targets.delete(removeTarget);
    }
  }

  /** Whether the page listens to anything over it. */
  get isInUse(): boolean {
    return this.#targets.size > 0;
  }

  /** Ends all that the page still listens to over it. */
  async end(): Promise<void> {
    await this.#asked;
    const database = this.#url.searchParams.get('database');
    const count = String(this.#targets.size);
    const body = new URLSearchParams({ count, ofs: String(this.#messages) });
    for (const [index, removeTarget] of [...this.#targets].entries())
      body.set(`req${index}___data__`, JSON.stringify({ database, removeTarget }));
    this.#url.searchParams.set('RID', String(this.#request + 1));
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // The emulator may have been stopped.
    await fetch(this.#url, { method: 'POST', body, signal }).catch(() => undefined);
  }
}

function messagesIn(body: URLSearchParams): Message[] {
  const texts = [...body].flatMap(([name, text]) => (name.endsWith('___data__') ? [text] : []));
  return texts.map((text) => messageSchema.parse(JSON.parse(text)));
}

const isOfChannel = ({ pathname }: URL) => pathname.endsWith('/Listen/channel');

/** How long (ms) the emulator may take to end what a page has left. */
const PATIENCE_MS = 10_000;

/** Id of a connection, in the answer to its first request. */
const ID = /\["c","([^"]+)"/;

/** What a browser's page listens to in the database. */
export interface Listening {
  /** To be called once the browser's line is down, or up again. */
  readonly setOnline: (isOnline: boolean) => Promise<unknown>;
  /** Whether the page listens to anything now. */
  readonly isStreaming: () => boolean;
}

/**
 * Follows what a browser's page listens to, and ends it once the page has left its connection. A server forgets such a
 * connection after a while; the emulator keeps it, and sends it the page's whole lists at every write: eight of them
 * make a write forty times as long.
 */
export async function followListening(
  context: BrowserContext,
  { firestore }: Ports,
): Promise<Listening> {
  let isOnline = true;
  const channels = new Map<string, Channel>();
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
    const id = ID.exec(await response.text())?.[1];
    if (id !== undefined) {
      const left = [...channels.keys()];
      const channel = new Channel(new URL(response.url()), id);
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

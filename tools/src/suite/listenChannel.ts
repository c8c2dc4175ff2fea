import * as z from 'zod/mini';

/** What a page sends to the database: the targets that it begins and ends to listen to. */
const messageSchema = z.object({
  addTarget: z.exactOptional(z.object({ targetId: z.int() })),
  removeTarget: z.exactOptional(z.int()),
});

type Message = z.infer<typeof messageSchema>;

/**
 * A page's connection to the database, by WebChannel, as far as its requests show it. A server forgets the connection of a
 * page that was left after a while; the emulator keeps it, and sends it the page's whole lists at every write: eight of
 * them make a write forty times as long.
 */
export class ListenChannel {
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

/** Whether requests to this address are of such a connection. */
export const isOfChannel = ({ pathname }: URL) => pathname.endsWith('/Listen/channel');

/** How long (ms) the emulator may take to end what a page has left. */
const PATIENCE_MS = 10_000;

/** The id of a connection, in the answer to its first request; undefined where it has none. */
export const channelIdIn = (answer: string): string | undefined =>
  /\["c","([^"]+)"/.exec(answer)?.[1];

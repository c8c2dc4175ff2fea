import * as z from 'zod/mini';

const messageSchema = z.object({
  addTarget: z.exactOptional(z.object({ targetId: z.int() })),
  removeTarget: z.exactOptional(z.int()),
});

type Message = z.infer<typeof messageSchema>;

/**
 * A page's WebChannel connection to the database, reconstructed from its requests. Real servers
 * drop abandoned connections. The emulator keeps them and resends whole lists at every write, so
 * that eight of them make a write forty times slower.
 */
export class ListenChannel {
  readonly #url: URL;
  readonly #targets = new Set<number>();
  /** The newest request id and message count. The emulator checks both. */
  #request = 0;
  #messages = 0;
  /** Settles after the newest request, because the emulator only reads messages in order. */
  #pending: Promise<unknown> = Promise.resolve();

  /** @param url the first request's address @param id the channel id in its response */
  constructor(url: URL, id: string) {
    this.#url = new URL(url);
    this.#url.searchParams.set('SID', id);
  }

  note(url: URL, bodyText: string, response: Promise<unknown>): void {
    this.#pending = Promise.allSettled([this.#pending, response]);
    const body = new URLSearchParams(bodyText);
    this.#request = Number(url.searchParams.get('RID'));
    this.#messages = Number(body.get('ofs')) + Number(body.get('count'));
    for (const { addTarget, removeTarget } of parseMessages(body)) {
      if (addTarget) this.#targets.add(addTarget.targetId);
      if (removeTarget !== undefined) this.#targets.delete(removeTarget);
    }
  }

  get isInUse(): boolean {
    return this.#targets.size > 0;
  }

  async end(): Promise<void> {
    await this.#pending;
    const database = this.#url.searchParams.get('database');
    const count = String(this.#targets.size);
    const body = new URLSearchParams({ count, ofs: String(this.#messages) });
    for (const [index, removeTarget] of [...this.#targets].entries())
      body.set(`req${index}___data__`, JSON.stringify({ database, removeTarget }));
    this.#url.searchParams.set('RID', String(this.#request + 1));
    const signal = AbortSignal.timeout(END_TIMEOUT_MS);
    // The emulator may have stopped.
    await fetch(this.#url, { method: 'POST', body, signal }).catch(() => undefined);
  }
}

type Channel = Pick<ListenChannel, 'note' | 'isInUse' | 'end'>;

/**
 * A page's channels by id. The page uses only the channel that it began last, even if the response
 * to an earlier one comes later.
 */
export class PageChannels {
  readonly #channels = new Map<string, Channel>();
  #begun = 0;

  /** @returns adds the channel once its first response has come, and ends abandoned ones */
  begin(): (id: string, channel: Channel) => void {
    this.#begun += 1;
    const place = this.#begun;
    return (id, channel) => {
      const abandonedIds = place === this.#begun ? [...this.#channels.keys()] : [id];
      this.#channels.set(id, channel);
      void this.end(abandonedIds);
    };
  }

  get(id: string): Channel | undefined {
    return this.#channels.get(id);
  }

  get isInUse(): boolean {
    return [...this.#channels.values()].some(({ isInUse }) => isInUse);
  }

  async end(ids: readonly string[] = [...this.#channels.keys()]): Promise<void> {
    const ended = ids.flatMap((id) => this.#channels.get(id) ?? []);
    for (const id of ids) this.#channels.delete(id);
    await Promise.all(ended.map((channel) => channel.end()));
  }
}

function parseMessages(body: URLSearchParams): Message[] {
  const texts = [...body].flatMap(([name, text]) => (name.endsWith('___data__') ? [text] : []));
  return texts.map((text) => messageSchema.parse(JSON.parse(text)));
}

export const isListenChannel = ({ pathname }: URL) => pathname.endsWith('/Listen/channel');

/** A busy emulator answers late, and would keep a channel that isn't ended. */
const END_TIMEOUT_MS = 60_000;

export const parseChannelId = (answer: string): string | undefined =>
  /\["c","([^"]+)"/.exec(answer)?.[1];

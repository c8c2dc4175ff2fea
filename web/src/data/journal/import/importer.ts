import { type ImportReply, type ImportRequest, replySchema } from './messages';

const FAILED_REPLY: ImportReply = {
  type: 'failed',
  problem: 'The import stopped. Please choose the file again.',
};

export class Importer {
  readonly #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending: ((reply: ImportReply) => void)[] = [];
  #hasFailed = false;
  #isClosed = false;

  constructor() {
    const fail = () => this.#fail();
    this.#worker.addEventListener('error', fail);
    this.#worker.addEventListener('messageerror', fail);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const reply = replySchema.safeParse(data).data;
      if (reply) this.#pending.shift()?.(reply);
      else fail();
    });
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(request: ImportRequest): Promise<ImportReply> {
    if (this.#hasFailed || this.#isClosed) return Promise.resolve(FAILED_REPLY);
    return new Promise((resolve) => {
      this.#pending.push(resolve);
      this.#worker.postMessage(request);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #fail(): void {
    this.#hasFailed = true;
    this.#stop();
  }

  #stop(): void {
    this.#worker.terminate();
    for (const resolve of this.#pending.splice(0)) resolve(FAILED_REPLY);
  }
}

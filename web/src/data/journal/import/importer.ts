import { type ImportReply, type ImportRequest, replySchema } from './messages';

const FAILED: ImportReply = {
  tell: 'failed',
  problem: 'The import stopped. Please choose the file again.',
};

type Settle = (reply: ImportReply) => void;

/** Reads and matches a file in a worker, so that the page isn't blocked; right here where there are none. */
export class Importer {
  readonly #worker = this.#start();
  /** In the order in which they were asked. */
  readonly #waiting: Settle[] = [];
  #session: Promise<{ answer: (request: ImportRequest) => Promise<ImportReply> }> | null = null;

  #start(): Worker | null {
    if (typeof Worker === 'undefined') return null;
    const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
    const fail = () => {
      for (const settle of this.#waiting.splice(0)) settle(FAILED);
    };
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      this.#waiting.shift()?.(replySchema.parse(data)),
    );
    return worker;
  }

  async ask(request: ImportRequest): Promise<ImportReply> {
    const worker = this.#worker;
    if (worker)
      return new Promise((resolve) => {
        this.#waiting.push(resolve);
        worker.postMessage(request);
      });
    this.#session ??= import('./session').then(({ ImportSession }) => new ImportSession());
    return replySchema.parse(await (await this.#session).answer(request));
  }

  close(): void {
    this.#worker?.terminate();
    for (const settle of this.#waiting.splice(0)) settle(FAILED);
  }
}

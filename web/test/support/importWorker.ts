import { vi } from 'vitest';
import { requestSchema } from '../../src/data/journal/import/messages';
import { ImportSession } from '../../src/data/journal/import/session';

/** Runs the import worker in the test's thread. */
class ImportWorker extends EventTarget {
  readonly #session = new ImportSession();
  #isTerminated = false;

  postMessage(message: unknown): void {
    const request = requestSchema.parse(message);
    void this.#session.handle(request).then((data) => {
      if (!this.#isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate(): void {
    this.#isTerminated = true;
  }
}

/** Stubs `Worker`, which jsdom lacks. */
export const stubImportWorker = (): void => {
  vi.stubGlobal('Worker', ImportWorker);
};

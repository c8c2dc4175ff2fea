import { vi } from 'vitest';
import { requestSchema } from '../../src/data/journal/import/messages';
import { ImportSession } from '../../src/data/journal/import/session';

/** The import's worker, in the test's own thread. */
class ImportWorker extends EventTarget {
  readonly #session = new ImportSession();
  #isOver = false;

  postMessage(message: unknown): void {
    const request = requestSchema.parse(message);
    void this.#session.answer(request).then((data) => {
      if (!this.#isOver) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }

  terminate(): void {
    this.#isOver = true;
  }
}

/** Lets screens start the import's worker, which the tests' browser lacks. */
export const stubImportWorker = (): void => {
  vi.stubGlobal('Worker', ImportWorker);
};

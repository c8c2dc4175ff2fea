import { open, type FileHandle } from 'node:fs/promises';

/** Characters that are gathered before they are written. */
const CHUNK = 1 << 18;

/** A JSON list that grows in a file of its own, so that memory does not. */
export class Spool {
  readonly #path: string;
  #file: FileHandle | null = null;
  #waiting = '';
  #separator = '\n';

  constructor(path: string) {
    this.#path = path;
  }

  add(item: object): void {
    this.#waiting += this.#separator + JSON.stringify(item);
    this.#separator = ',\n';
  }

  get isFull(): boolean {
    return this.#waiting.length > CHUNK;
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    this.#file ??= await open(this.#path, 'w+');
    const text = this.#waiting;
    this.#waiting = '';
    await this.#file.appendFile(text);
  }

  /** Appends the list to a file, and ends. */
  async copyTo(target: FileHandle): Promise<void> {
    await this.flush();
    const buffer = Buffer.alloc(CHUNK);
    await target.appendFile('[');
    for (let at = 0; ;) {
      const { bytesRead = 0 } = (await this.#file?.read(buffer, 0, CHUNK, at)) ?? {};
      if (bytesRead === 0) break;
      await target.appendFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    await target.appendFile('\n]');
    await this.#file?.close();
  }
}

import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Pair } from '@quantalgo/contracts';
import { Refusal } from '../suite/command';
import { type PairFile } from './market';
import { type Played } from './signals';
import { type Summary } from './summary';

/**
 * Opens a file that is to be written anew.
 * @throws Refusal where it can't be
 */
export const openToWrite = (path: string): Promise<FileHandle> =>
  open(path, 'w').catch((cause: unknown) => {
    throw new Refusal(`${path} can't be written.`, { cause });
  });

/** A JSON list that grows in a file of its own, so that memory does not. */
class List {
  readonly #path: string;
  readonly #stream;
  #separator = '[\n';

  constructor(path: string) {
    this.#path = path;
    this.#stream = createWriteStream(path);
  }

  add(item: object): void {
    this.#stream.write(this.#separator + JSON.stringify(item));
    this.#separator = ',\n';
  }

  /** Resolves when there is room for more; null where there is room already. */
  drain(): Promise<unknown> | null {
    return this.#stream.writableNeedDrain ? once(this.#stream, 'drain') : null;
  }

  /** Ends the list and appends it to a file. */
  async copyTo(target: FileHandle): Promise<void> {
    this.#stream.end(this.#separator === ',\n' ? '\n]' : '[]');
    await once(this.#stream, 'close');
    for await (const chunk of createReadStream(this.#path, 'utf8'))
      await target.appendFile(String(chunk));
  }
}

const iso = (at: number): string => new Date(at).toISOString();

/** A signal as the file tells it. */
const rowOf = ({ slot, sealed, ending }: Played) => ({
  slot: iso(slot),
  pair: sealed.pair,
  direction: sealed.direction,
  strategy: sealed.strategy,
  audience: sealed.audience,
  confidence: sealed.confidence.value,
  firstEntryRate: sealed.firstEntry.value,
  entryPrice: sealed.entryPrice,
  outcome: ending?.outcome ?? null,
  level: ending?.level ?? null,
});

function candlesOf(files: readonly PairFile[]): Record<Pair, object> {
  const told = files.flatMap(({ pair, rows, first, last }) =>
    first && last ? [[pair, { rows, from: iso(first.time), to: iso(last.time) }] as const] : [],
  );
  return Object.fromEntries(told);
}

/** The JSON file of a backtest, gathered beside and put together at the end: a failed walk leaves no half of it. */
export class Output {
  readonly #folder: string;
  readonly #signals: List;
  readonly #misses: List;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#signals = new List(join(folder, 'signals'));
    this.#misses = new List(join(folder, 'misses'));
  }

  static async create(): Promise<Output> {
    return new Output(await mkdtemp(join(tmpdir(), 'backtest-')));
  }

  signal(played: Played): void {
    this.#signals.add(rowOf(played));
  }

  miss(slot: number, reason: string): void {
    this.#misses.add({ slot: iso(slot), reason });
  }

  /** Resolves when there is room for more; null where there is room already. */
  drain(): Promise<unknown> | null {
    return this.#signals.drain() ?? this.#misses.drain();
  }

  /** Writes the whole file. */
  async write(path: string, files: readonly PairFile[], summary: Summary): Promise<void> {
    const file = await openToWrite(path);
    try {
      await file.appendFile(`{"candles":${JSON.stringify(candlesOf(files))},\n"signals":`);
      await this.#signals.copyTo(file);
      await file.appendFile(',\n"misses":');
      await this.#misses.copyTo(file);
      await file.appendFile(`,\n"summary":${JSON.stringify(summary)}}\n`);
    } finally {
      await file.close();
    }
  }

  /** Removes what was gathered. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

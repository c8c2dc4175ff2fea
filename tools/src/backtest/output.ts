import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pair } from '@quantalgo/contracts';
import type { PairFile } from './pairFile';
import type { Played } from './signals';
import { Spool } from './spool';
import type { Summary } from './summary';
import { openToWrite } from './write';

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
  readonly #signals: Spool;
  readonly #misses: Spool;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#signals = new Spool(join(folder, 'signals'));
    this.#misses = new Spool(join(folder, 'misses'));
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

  /** What has to be waited for before more is added; null where there is room. */
  drain(): Promise<void> | null {
    if (this.#signals.isFull) return this.#signals.flush();
    return this.#misses.isFull ? this.#misses.flush() : null;
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

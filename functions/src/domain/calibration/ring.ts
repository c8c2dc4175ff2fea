import type { Verdict } from '@quantalgo/contracts';

const FLAT = -2;
const LOST = -1;

const codeOf = ({ outcome, level }: Verdict): number =>
  outcome === 'break-even' ? FLAT : (level ?? LOST);

/** When (epoch ms), at which candle, and in which market something was said. */
export interface Occasion {
  /** Number of the candle. */
  readonly at: number;
  readonly slot: number;
  /** Of the pair at the time, in steps of its last digit. */
  readonly volatility: number;
}

/**
 * The newest trials of a strategy with one pair, oldest first, in columns of numbers: a backtest keeps tens of thousands
 * of them and forgets one for each that it adds, which objects would make slow.
 */
export class TrialRing {
  readonly #candle: Float64Array;
  readonly #slot: Float64Array;
  readonly #score: Float64Array;
  readonly #volatility: Float64Array;
  readonly #code: Int8Array;
  #oldest = 0;
  length = 0;

  /** @param capacity trials that are kept at most */
  constructor(capacity: number) {
    this.#candle = new Float64Array(capacity);
    this.#slot = new Float64Array(capacity);
    this.#score = new Float64Array(capacity);
    this.#volatility = new Float64Array(capacity);
    this.#code = new Int8Array(capacity);
  }

  /** Adds what was said with this score, and how it ended. */
  push({ at: candle, slot, volatility }: Occasion, score: number, verdict: Verdict): void {
    if (this.length === this.#code.length) this.#drop();
    const at = this.#place(this.length);
    this.#candle[at] = candle;
    this.#slot[at] = slot;
    this.#score[at] = score;
    this.#volatility[at] = volatility;
    this.#code[at] = codeOf(verdict);
    this.length += 1;
  }

  /** Forgets the trials that were made before the candle of this number. */
  forgetBefore(candle: number): void {
    while (this.length > 0 && (this.#candle[this.#oldest] ?? 0) < candle) this.#drop();
  }

  slot(index: number): number {
    return this.#slot[this.#place(index)] ?? NaN;
  }
  score(index: number): number {
    return this.#score[this.#place(index)] ?? NaN;
  }
  volatility(index: number): number {
    return this.#volatility[this.#place(index)] ?? NaN;
  }
  isFlat(index: number): boolean {
    return this.#code[this.#place(index)] === FLAT;
  }
  isWon(index: number): boolean {
    return (this.#code[this.#place(index)] ?? LOST) >= 0;
  }
  isFirstEntryWon(index: number): boolean {
    return this.#code[this.#place(index)] === 0;
  }

  #drop(): void {
    this.#oldest = (this.#oldest + 1) % this.#code.length;
    this.length -= 1;
  }

  #place(index: number): number {
    const at = this.#oldest + index;
    return at < this.#code.length ? at : at - this.#code.length;
  }
}

/** The trials of a strategy with one pair. */
export interface TrialsOfPair {
  readonly pair: string;
  readonly trials: TrialRing;
}

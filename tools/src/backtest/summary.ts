import type { SwitchedOff } from './learning';
import { Figures, type Stretch } from './figures';
import type { Played } from './signals';

const DAY_MS = 24 * 60 * 60_000;

/** What a backtest found, beside each signal and miss. Times ISO, rates in percent, money in first stakes. */
export interface Summary {
  readonly candles: number;
  readonly signals: number;
  readonly misses: number;
  /** Signals whose levels run past the end. */
  readonly withoutOutcome: number;
  /** Most basic signals of a UTC day. */
  readonly mostBasicInADay: number;
  readonly whole: Stretch;
  /** The signals of the first and of the second half of the time that the files cover. */
  readonly firstHalf: Stretch;
  readonly secondHalf: Stretch;
  readonly switchedOff: readonly {
    readonly strategy: string;
    readonly reason: string;
    readonly from: string;
    readonly to: string | null;
  }[];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Gathers the summary while signals come in, in order of their slots. */
export class Summing {
  readonly #halfTime: number;
  readonly #whole = new Figures();
  readonly #halves = { first: new Figures(), second: new Figures() };
  #signals = 0;
  #withoutOutcome = 0;
  #misses = 0;
  #day = { number: -1, basic: 0 };
  #mostBasic = 0;

  /** @param halfTime where the second half begins, epoch ms */
  constructor(halfTime: number) {
    this.#halfTime = halfTime;
  }

  signal(played: Played): void {
    this.#signals += 1;
    if (!played.ending) this.#withoutOutcome += 1;
    this.#whole.add(played);
    const half = played.slot < this.#halfTime ? this.#halves.first : this.#halves.second;
    half.add(played);
    if (played.sealed.audience === 'basic') this.#countBasic(played.slot);
  }

  miss(): void {
    this.#misses += 1;
  }

  result(candles: number, switchedOff: readonly SwitchedOff[]): Summary {
    return {
      candles,
      signals: this.#signals,
      misses: this.#misses,
      withoutOutcome: this.#withoutOutcome,
      mostBasicInADay: this.#mostBasic,
      whole: this.#whole.result(this.#misses),
      firstHalf: this.#halves.first.result(),
      secondHalf: this.#halves.second.result(),
      switchedOff: switchedOff.map(({ from, to, ...rest }) => ({
        ...rest,
        from: iso(from),
        to: to === null ? null : iso(to),
      })),
    };
  }

  #countBasic(slot: number): void {
    const number = Math.floor(slot / DAY_MS);
    if (number !== this.#day.number) this.#day = { number, basic: 0 };
    this.#day.basic += 1;
    this.#mostBasic = Math.max(this.#mostBasic, this.#day.basic);
  }
}

import {
  LEVELS,
  REVEAL_WITHIN_MS,
  SLOT_MS,
  type Direction,
  type Level,
  type Outcome,
  type Signal,
} from '@quantalgo/contracts';

/** A close that isn't there is waited for this long (ms); after that its level counts as flat. */
export const LATE_CANDLE_GRACE_MS = 10 * 60_000;

/** How a signal ended; a winner names its level. */
export type Verdict =
  | { readonly outcome: Extract<Outcome, 'profit'>; readonly level: Level }
  | { readonly outcome: Exclude<Outcome, 'profit'>; readonly level: null };

/** The close at a time (epoch ms), null where there is no such candle. */
export type PriceAt = (time: number) => number | null;

/** A close that a signal was judged on. */
export interface JudgedClose {
  readonly at: number;
  readonly price: number | null;
}

export type Judgement =
  | { readonly state: 'waiting'; readonly until: number }
  | ({ readonly state: 'settled'; readonly closes: readonly JudgedClose[] } & Verdict);

/** Times (epoch ms) of the closes that a signal of `slot` (epoch ms) can need: level k enters at [k], exits at [k + 1]. */
export const closeTimes = (slot: number): number[] =>
  [...LEVELS, LEVELS.length].map((step) => slot + SLOT_MS * (step + 1));

/**
 * Plays the levels on closes in order of time (see {@link closeTimes}), as far as they go: an equal or missing close is
 * flat, a flat first level ends the signal, a flat later one returns its stake, the first winner ends it.
 * @returns null while the closes leave it undecided.
 */
export function play(direction: Direction, closes: readonly (number | null)[]): Verdict | null {
  for (const level of LEVELS) {
    const entry = closes[level];
    const exit = closes[level + 1];
    if (entry === undefined || exit === undefined) return null;
    const rise = entry === null || exit === null ? 0 : exit - entry;
    if (level === 0 && rise === 0) return { outcome: 'break-even', level: null };
    if (direction === 'CALL' ? rise > 0 : rise < 0) return { outcome: 'profit', level };
  }
  return { outcome: 'loss', level: null };
}

/**
 * Judges a signal at `now` (epoch ms) on stored closes. One that nobody judged before its commitment had to be revealed
 * is lost, whatever the market did.
 */
export function judge(
  signal: Pick<Signal, 'createdAt' | 'direction'>,
  priceAt: PriceAt,
  now: number,
): Judgement {
  const times = closeTimes(signal.createdAt);
  if (now > signal.createdAt + REVEAL_WITHIN_MS) {
    const closes = times.map((at) => ({ at, price: priceAt(at) }));
    return { state: 'settled', outcome: 'loss', level: null, closes };
  }
  const closes: JudgedClose[] = [];
  for (const at of times) {
    if (now < at) return { state: 'waiting', until: at };
    const price = priceAt(at);
    const graceEnds = at + LATE_CANDLE_GRACE_MS;
    if (price === null && now < graceEnds) return { state: 'waiting', until: graceEnds };
    closes.push({ at, price });
    const verdict = play(
      signal.direction,
      closes.map((close) => close.price),
    );
    if (verdict) return { state: 'settled', closes, ...verdict };
  }
  throw new Error('Five closes decide every signal');
}

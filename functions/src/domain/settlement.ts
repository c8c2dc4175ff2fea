import {
  REVEAL_WITHIN_MS,
  closeTimes,
  play,
  type LadderRules,
  type Signal,
  type Verdict,
} from '@quantalgo/contracts';

/** A close that isn't there is waited for this long (ms); after that its level counts as flat. */
export const LATE_CANDLE_GRACE_MS = 10 * 60_000;

/** The close at a time (epoch ms), or why there is none, in words. */
export type CloseAt = (time: number) => number | string;

/** A close that a signal was judged on; where there is none, the reason. */
export interface JudgedClose {
  readonly at: number;
  readonly price: number | null;
  readonly reason?: string;
}

/** Why a close could not be told. */
export const NO_CLOSE = {
  missing: 'The source has no candle',
  doubtful: 'A jump that no second reading confirmed',
} as const;

export type Judgement =
  | { readonly state: 'waiting'; readonly until: number }
  | ({ readonly state: 'settled'; readonly closes: readonly JudgedClose[] } & Verdict);

const judged = (at: number, close: number | string): JudgedClose =>
  typeof close === 'number' ? { at, price: close } : { at, price: null, reason: close };

/**
 * Judges a signal at `now` (epoch ms) on stored closes, by the rules of the record that it was published in. One that nobody judged before its commitment had to be revealed
 * is lost, whatever the market did.
 */
export function judge(
  signal: Pick<Signal, 'createdAt' | 'direction'>,
  closeAt: CloseAt,
  { now, rules }: { readonly now: number; readonly rules: LadderRules },
): Judgement {
  const times = closeTimes(signal.createdAt, rules);
  if (now > signal.createdAt + REVEAL_WITHIN_MS) {
    const closes = times.map((at) => judged(at, closeAt(at)));
    return { state: 'settled', outcome: 'loss', level: null, closes };
  }
  const closes: JudgedClose[] = [];
  for (const at of times) {
    if (now < at) return { state: 'waiting', until: at };
    const close = judged(at, closeAt(at));
    const graceEnds = at + LATE_CANDLE_GRACE_MS;
    if (close.price === null && now < graceEnds) return { state: 'waiting', until: graceEnds };
    closes.push(close);
    const verdict = play(
      signal.direction,
      closes.map(({ price }) => price),
      rules,
    );
    if (verdict) return { state: 'settled', closes, ...verdict };
  }
  throw new Error('The closes of all levels decide every signal');
}

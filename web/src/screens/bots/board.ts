import type { Configuration } from '@quantalgo/contracts/bots/configuration';
import { type PaperFigures, type PaperSlice, sliceOf } from '@quantalgo/contracts/bots/figures';
import { type PaperPlay, playPaper } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import {
  type BaselineComparison,
  compareWithBaselines,
} from '@quantalgo/contracts/leaderboard/baselines';

/** A result at a time (epoch ms), in cents since the curve began. */
interface CurvePoint {
  readonly at: number;
  readonly result: number;
}

export type CurveName = 'bot' | 'coin' | 'opposite';

/** One of the curves, with what it came to on the signals that all three share. */
export interface Curve {
  readonly name: CurveName;
  readonly points: readonly CurvePoint[];
  readonly figures: PaperFigures;
}

/** What the screen shows of a configuration. */
export interface PaperBoard {
  readonly play: PaperPlay;
  readonly slice: PaperSlice;
  readonly from: number;
  readonly now: number;
  readonly curves: readonly Curve[];
  /** From when on (epoch ms) the others are compared; later than `from` where older closes don't tell them. */
  readonly comparedFrom: number;
  /** Whether the newest signals aren't compared yet, as closes of their later levels are still to come. */
  readonly isCut: boolean;
}

/** The result at a time: that of the last point before it. */
export function resultAt(points: readonly CurvePoint[], at: number): number {
  let result = 0;
  for (const point of points) {
    if (point.at > at) break;
    ({ result } = point);
  }
  return result;
}

const pointsOf = ({ closed, startBalance }: PaperSlice, from: number, before = 0): CurvePoint[] => [
  { at: from, result: before },
  ...closed.map(({ closedAt, balance }) => ({
    at: closedAt,
    result: before + balance - startBalance,
  })),
];

/**
 * A configuration played up to `now`, seen from `from` on, or from its first slot (epoch ms).
 * @param signals oldest first
 */
export function paperBoardSince(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  { from: wanted, now }: { readonly from: number; readonly now: number },
): PaperBoard {
  const play = playPaper(configuration, signals, { now });
  const from = Math.max(wanted, Math.min(configuration.since, now));
  const slice = sliceOf(configuration, play, from);
  const comparison: BaselineComparison = compareWithBaselines(configuration, signals, now);
  const comparedFrom = Math.max(from, comparison.from);
  const own = pointsOf(slice, from);
  const before = resultAt(own, comparedFrom);
  const sliced = (name: CurveName, one: PaperPlay): Curve => {
    const part = sliceOf(configuration, one, comparedFrom);
    const points = name === 'bot' ? own : pointsOf(part, comparedFrom, before);
    return { name, points, figures: part.figures };
  };
  const curves = [
    sliced('bot', comparison.own),
    sliced('coin', comparison.coin),
    sliced('opposite', comparison.opposite),
  ];
  return { play, slice, from, now, curves, comparedFrom, isCut: comparison.until !== null };
}

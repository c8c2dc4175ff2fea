import type { Configuration } from '@quantalgo/contracts/bots/configuration';
import { type PaperFigures, type PaperSlice, slicePlay } from '@quantalgo/contracts/bots/figures';
import { type PaperPlay, playPaper } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import {
  type BaselineComparison,
  compareWithBaselines,
} from '@quantalgo/contracts/leaderboard/baselines';

/** Result in cents since the curve began; `at` in epoch ms. */
interface CurvePoint {
  readonly at: number;
  readonly result: number;
}

export type CurveName = 'bot' | 'coin' | 'opposite';

/** `figures` covers only the signals that all curves share. */
export interface Curve {
  readonly name: CurveName;
  readonly points: readonly CurvePoint[];
  readonly figures: PaperFigures;
}

export interface PaperBoard {
  readonly play: PaperPlay;
  readonly slice: PaperSlice;
  readonly from: number;
  readonly now: number;
  readonly curves: readonly Curve[];
  /** Epoch ms. Later than `from` if closes of older signals are missing. */
  readonly comparedFrom: number;
  /** The newest signals are left out until the closes of their later levels arrive. */
  readonly isCut: boolean;
}

/** Result of the last point at or before a time; 0 before the first. */
export function getResultAt(points: readonly CurvePoint[], at: number): number {
  let result = 0;
  for (const point of points) {
    if (point.at > at) break;
    ({ result } = point);
  }
  return result;
}

const toPoints = (
  { closed, startBalance }: PaperSlice,
  from: number,
  initialResult = 0,
): CurvePoint[] => [
  { at: from, result: initialResult },
  ...closed.map(({ closedAt, balance }) => ({
    at: closedAt,
    result: initialResult + balance - startBalance,
  })),
];

/**
 * Plays `signals` (oldest first) up to `now`. The board begins at `from`, or when the configuration
 * starts if that is later. Times in epoch ms.
 */
export function buildPaperBoard(
  configuration: Configuration,
  signals: readonly PaperSignal[],
  { from: requestedFrom, now }: { readonly from: number; readonly now: number },
): PaperBoard {
  const play = playPaper(configuration, signals, { now });
  const from = Math.max(requestedFrom, Math.min(configuration.since, now));
  const slice = slicePlay(configuration, play, from);
  const comparison: BaselineComparison = compareWithBaselines(configuration, signals, now);
  const comparedFrom = Math.max(from, comparison.from);
  const botPoints = toPoints(slice, from);
  const initialResult = getResultAt(botPoints, comparedFrom);
  const toCurve = (name: CurveName, curvePlay: PaperPlay): Curve => {
    const curveSlice = slicePlay(configuration, curvePlay, comparedFrom);
    const points = name === 'bot' ? botPoints : toPoints(curveSlice, comparedFrom, initialResult);
    return { name, points, figures: curveSlice.figures };
  };
  const curves = [
    toCurve('bot', comparison.own),
    toCurve('coin', comparison.coin),
    toCurve('opposite', comparison.opposite),
  ];
  return { play, slice, from, now, curves, comparedFrom, isCut: comparison.until !== null };
}

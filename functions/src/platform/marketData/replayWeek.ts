import type { Candle } from '../../domain/candles';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Weeks are cut at noon on Saturday (UTC), when no currency market is open. 3 January 1970 was a Saturday. */
const CUT = 2.5 * 24 * 60 * 60_000;

const weekOf = (time: number): number => Math.floor((time - CUT) / WEEK_MS);

type File = readonly Candle[];

/** Whether the same moment of another week, weekday and time of day kept, lies inside a file. */
function isInside(time: number, week: number, files: readonly File[]): boolean {
  const then = time - (weekOf(time) - week) * WEEK_MS;
  return files.some(
    (file) => (file[0]?.time ?? Infinity) <= then && then <= (file.at(-1)?.time ?? -Infinity),
  );
}

/**
 * How far (ms, whole weeks) the files' times are moved so that a time (epoch ms) falls inside them: onto the week that
 * holds, with the week before it, the most candles of all files; of equals the latest. It depends on the files and the
 * week of that time alone, so all processes agree.
 */
export function replayShifts(files: readonly File[]): (time: number) => number {
  const candlesIn = new Map<number, number>();
  for (const { time } of files.flat())
    candlesIn.set(weekOf(time), (candlesIn.get(weekOf(time)) ?? 0) + 1);
  const filled = (week: number) => (candlesIn.get(week) ?? 0) + (candlesIn.get(week - 1) ?? 0);
  const fullest = [...candlesIn.keys()].toSorted((a, b) => filled(b) - filled(a) || b - a);
  return (time) => {
    const week = fullest.find((one) => isInside(time, one, files)) ?? fullest[0] ?? weekOf(time);
    return (weekOf(time) - week) * WEEK_MS;
  };
}

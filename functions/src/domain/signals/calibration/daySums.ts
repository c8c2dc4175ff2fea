/**
 * Sums over days of gap², gap × n and n², for a day's gap and its number of results n. They give the
 * day-clustered variance of the mean gap, night by night, without storing the days.
 */
export interface DaySums {
  readonly gapGap: number;
  readonly gapTrials: number;
  readonly trialsTrials: number;
}

export const NO_DAYS: DaySums = { gapGap: 0, gapTrials: 0, trialsTrials: 0 };

interface DayResult {
  readonly day: number;
  readonly gap: number;
}

/** @param results all results of their days, because a day that is added twice counts as two */
export function addDays(sums: DaySums, results: readonly DayResult[]): DaySums {
  const days = new Map<number, { trials: number; gap: number }>();
  for (const { day, gap } of results) {
    const { trials, gap: dayGap } = days.get(day) ?? { trials: 0, gap: 0 };
    days.set(day, { trials: trials + 1, gap: dayGap + gap });
  }
  let { gapGap, gapTrials, trialsTrials } = sums;
  for (const { trials, gap } of days.values()) {
    gapGap += gap * gap;
    gapTrials += gap * trials;
    trialsTrials += trials * trials;
  }
  return { gapGap, gapTrials, trialsTrials };
}

/** Sum over days of the squared differences between a day's gap and the one expected by `mean`. */
export const sumSquares = ({ gapGap, gapTrials, trialsTrials }: DaySums, mean: number): number =>
  gapGap - 2 * mean * gapTrials + mean * mean * trialsTrials;

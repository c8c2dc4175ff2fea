import * as z from 'zod/mini';
import { raise, type ReliabilityPoint } from './figures';

const count = z.int().check(z.gte(0));

/** Width of a forecast class, in percentage points. */
const WIDTH = 5;
const CLASSES = 100 / WIDTH;

/**
 * Forecasts by class of a fixed width, as the published counters keep them: a running count can't be cut into classes of
 * equal count. Screens and reports, which hold each forecast, use `ForecastTally`. Of each class: its number, how many came true, and the sum of
 * the forecasts in hundredths of a percent.
 */
export const reliabilityCountersSchema = z.object({
  settled: z.array(count),
  won: z.array(count),
  said: z.array(count),
});
export type ReliabilityCounters = z.infer<typeof reliabilityCountersSchema>;

const zeros = () => Array.from({ length: CLASSES }, () => 0);
export const noForecasts = (): ReliabilityCounters => ({
  settled: zeros(),
  won: zeros(),
  said: zeros(),
});

/** Counts one more forecast of `percent`. */
export function countForecast(
  { settled, won, said }: ReliabilityCounters,
  percent: number,
  happened: boolean,
): void {
  const at = Math.min(CLASSES - 1, Math.floor(percent / WIDTH));
  raise(settled, at, 1);
  raise(won, at, happened ? 1 : 0);
  raise(said, at, Math.round(percent * 100));
}

/** A copy to count into; the original stays unchanged. */
export const copyOfForecasts = ({
  settled,
  won,
  said,
}: ReliabilityCounters): ReliabilityCounters => ({
  settled: settled.slice(),
  won: won.slice(),
  said: said.slice(),
});

/** The reliability diagram in ascending order; classes without forecasts are left out. */
export const reliabilityOf = ({ settled, won, said }: ReliabilityCounters): ReliabilityPoint[] =>
  settled.flatMap((number, at) =>
    number === 0
      ? []
      : {
          said: (said[at] ?? 0) / number / 100,
          seen: (100 * (won[at] ?? 0)) / number,
          settled: number,
        },
  );

/**
 * Expected calibration error in percentage points (M. Naeini et al., 2015): the mean gap between forecast and observed
 * rate over the classes, weighted by size; null without forecasts.
 */
export function calibrationError(points: readonly ReliabilityPoint[]): number | null {
  const all = points.reduce((sum, { settled }) => sum + settled, 0);
  if (all === 0) return null;
  return points.reduce(
    (sum, { said, seen, settled }) => sum + (Math.abs(said - seen) * settled) / all,
    0,
  );
}

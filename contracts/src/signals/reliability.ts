import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { ReliabilityPoint } from './figures';
import { incrementAt } from './tallies';

const BIN_WIDTH = 5;
const BIN_COUNT = 100 / BIN_WIDTH;

/**
 * Bins of fixed width, because running counts can't be redivided into bins of equal count as in
 * `ForecastTally`. `said`: sum of forecasts, in hundredths of a percent.
 */
export const reliabilityCountersSchema = z.object({
  settled: z.array(countSchema),
  won: z.array(countSchema),
  said: z.array(countSchema),
});
export type ReliabilityCounters = z.infer<typeof reliabilityCountersSchema>;

const createZeros = () => Array.from({ length: BIN_COUNT }, () => 0);
export const createForecastCounters = (): ReliabilityCounters => ({
  settled: createZeros(),
  won: createZeros(),
  said: createZeros(),
});

export function countForecast(
  { settled, won, said }: ReliabilityCounters,
  percent: number,
  isHit: boolean,
): void {
  const bin = Math.min(BIN_COUNT - 1, Math.floor(percent / BIN_WIDTH));
  incrementAt(settled, bin, 1);
  incrementAt(won, bin, isHit ? 1 : 0);
  incrementAt(said, bin, Math.round(percent * 100));
}

export const copyForecasts = ({
  settled,
  won,
  said,
}: ReliabilityCounters): ReliabilityCounters => ({
  settled: settled.slice(),
  won: won.slice(),
  said: said.slice(),
});

export const toReliabilityPoints = ({
  settled,
  won,
  said,
}: ReliabilityCounters): ReliabilityPoint[] =>
  settled.flatMap((count, bin) =>
    count === 0
      ? []
      : {
          said: (said[bin] ?? 0) / count / 100,
          seen: (100 * (won[bin] ?? 0)) / count,
          settled: count,
        },
  );

/**
 * Expected calibration error in percentage points (M. Naeini et al., 2015): the mean gap between
 * forecast and observed rate, weighted by bin size. Null without forecasts.
 */
export function computeCalibrationError(points: readonly ReliabilityPoint[]): number | null {
  const total = points.reduce((sum, { settled }) => sum + settled, 0);
  if (total === 0) return null;
  return points.reduce(
    (sum, { said, seen, settled }) => sum + (Math.abs(said - seen) * settled) / total,
    0,
  );
}

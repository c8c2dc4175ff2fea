import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { ReliabilityPoint } from './figures';
import { incrementAt } from './tallies';

const CLASS_WIDTH = 5;
const CLASSES = 100 / CLASS_WIDTH;

/**
 * Classes of fixed width, because running counts can't be divided into classes of equal count as in
 * `ForecastTally`. `said`: sum in hundredths of a percent.
 */
export const reliabilityCountersSchema = z.object({
  settled: z.array(countSchema),
  won: z.array(countSchema),
  said: z.array(countSchema),
});
export type ReliabilityCounters = z.infer<typeof reliabilityCountersSchema>;

const createZeros = () => Array.from({ length: CLASSES }, () => 0);
export const createForecastCounters = (): ReliabilityCounters => ({
  settled: createZeros(),
  won: createZeros(),
  said: createZeros(),
});

export function countForecast(
  { settled, won, said }: ReliabilityCounters,
  percent: number,
  happened: boolean,
): void {
  const at = Math.min(CLASSES - 1, Math.floor(percent / CLASS_WIDTH));
  incrementAt(settled, at, 1);
  incrementAt(won, at, happened ? 1 : 0);
  incrementAt(said, at, Math.round(percent * 100));
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
 * Expected calibration error in percentage points (M. Naeini et al., 2015): the mean gap between
 * forecast and observed rate, weighted by class size. Null without forecasts.
 */
export function computeCalibrationError(points: readonly ReliabilityPoint[]): number | null {
  const total = points.reduce((sum, { settled }) => sum + settled, 0);
  if (total === 0) return null;
  return points.reduce(
    (sum, { said, seen, settled }) => sum + (Math.abs(said - seen) * settled) / total,
    0,
  );
}

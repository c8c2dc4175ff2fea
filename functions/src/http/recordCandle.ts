import type { RecordCandle } from '@quantalgo/contracts';
import type { ChartCandle } from '../platform/record/chart';

/** A candle of a chart in the words of the API. */
export const toRecordCandle = ({ time, ...prices }: ChartCandle): RecordCandle => ({
  at: new Date(time).toISOString(),
  ...prices,
});

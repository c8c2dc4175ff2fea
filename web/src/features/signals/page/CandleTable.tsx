import { formatPrice, SLOT_MS, watTime } from '@quantalgo/contracts';
import { AsTable, figures } from '../../../ui/AsTable';
import type { Drawn } from './candles';

const COLUMNS = [
  { name: 'Until' },
  ...['Open', 'High', 'Low', 'Close'].map(figures),
  { name: 'At its close' },
];

/** The chart in text: every candle, with the levels that entered and left at its close. */
export const CandleTable = ({ pair, candles }: Drawn) => (
  <AsTable
    summary="The candles as a table"
    caption="Candles of five minutes, times in WAT"
    columns={COLUMNS}
    rows={candles.map(({ from, open, high, low, close, marks }) => [
      watTime(from + SLOT_MS),
      ...[open, high, low, close].map((price) => formatPrice(pair, price)),
      marks.map((mark) => mark.replace(' ', ' of level ')).join(', '),
    ])}
  />
);

import { formatPrice, SLOT_MS, watTime } from '@quantalgo/contracts';
import type { Drawn } from './candles';

const COLUMNS = ['Open', 'High', 'Low', 'Close'] as const;

/** The chart in text: every candle, with the levels that entered and left at its close. */
export const CandleTable = ({ pair, candles }: Drawn) => (
  <details className="border-t border-line-soft text-xs">
    <summary className="min-h-11 px-4 py-3.5 font-semibold text-muted lg:min-h-9 lg:py-2.5">
      The candles as a table
    </summary>
    <div className="overflow-x-auto px-4 pb-3">
      <table className="w-full tabular-nums">
        <caption className="sr-only">Candles of five minutes, times in WAT</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Until
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="py-1 pl-3 text-right font-normal">
                {column}
              </th>
            ))}
            <th scope="col" className="py-1 pl-3 text-left font-normal">
              At its close
            </th>
          </tr>
        </thead>
        <tbody>
          {candles.map(({ from, open, high, low, close, marks }) => (
            <tr key={from} className="border-t border-line-soft">
              <th scope="row" className="py-1 text-left font-normal">
                {watTime(from + SLOT_MS)}
              </th>
              {[open, high, low, close].map((price, at) => (
                <td key={COLUMNS[at]} className="py-1 pl-3 text-right">
                  {formatPrice(pair, price)}
                </td>
              ))}
              <td className="py-1 pl-3 whitespace-nowrap">
                {marks.map((mark) => mark.replace(' ', ' of level ')).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

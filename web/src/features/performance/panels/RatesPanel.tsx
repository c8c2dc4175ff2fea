import { HEADLINE_FROM, type RateRow } from '@quantalgo/contracts';
import { Panel } from '../../../ui/Card';
import { countText } from '../../../ui/signalWords';
import { RateBar } from '../charts/RateBar';
import { percentText } from '../words';

const Row = ({ row, nameOf, paysFrom }: { row: RateRow; nameOf: NameOf; paysFrom: number }) => {
  const { name, settled, firstEntryRate, winRate } = row;
  const few = settled < HEADLINE_FROM;
  return (
    <tr className={`border-t border-line-soft ${few ? 'text-faint' : ''}`}>
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-semibold">
        {nameOf(name)}
        <span className="block text-xs font-normal text-faint">
          {countText(settled)}
          {few && ', few'}
        </span>
      </th>
      <td className="w-1/3 min-w-20 py-2">
        <RateBar rate={firstEntryRate} paysFrom={paysFrom} />
      </td>
      <td className="py-2 pl-2 text-right whitespace-nowrap">
        {percentText(firstEntryRate.value)}
        <span className="block text-xs text-faint">
          {firstEntryRate.low.toFixed(0)} – {firstEntryRate.high.toFixed(0)}
        </span>
      </td>
      <td className="py-2 pr-4 pl-2 text-right whitespace-nowrap">{percentText(winRate.value)}</td>
    </tr>
  );
};

type NameOf = (name: string) => string;

/** Rates of signals that share something, first entries drawn beside a coin and what pays. */
export const RatesPanel = ({
  title,
  rows,
  nameOf = (name) => name,
  paysFrom,
}: {
  title: string;
  rows: readonly RateRow[];
  nameOf?: NameOf;
  /** First-entry rate that breaks even, in percent. */
  paysFrom: number;
}) => (
  <Panel title={title}>
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">
          {title}: first-entry rate with its 95 % interval, and win rate within four levels
        </caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-2 pl-4 text-left font-normal">
              <span className="sr-only">Name and </span>settled
            </th>
            <th scope="col" className="py-1 text-left font-normal">
              <span aria-hidden>20 – 80 %</span>
              <span className="sr-only">Drawn</span>
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-normal">
              1st entry
            </th>
            <th scope="col" className="py-1 pr-4 pl-2 text-right font-normal">
              4 levels
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name} row={row} nameOf={nameOf} paysFrom={paysFrom} />
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
);

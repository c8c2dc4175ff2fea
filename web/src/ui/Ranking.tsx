import { Medal } from 'lucide-react';
import { Chip } from './Chip';

export interface RankedTrader {
  readonly name: string;
  /** Absent where nobody can know. */
  readonly status?: 'online' | 'away';
  readonly profit: string;
  readonly trades: number;
  /** Percent. */
  readonly winRate: number;
}

const BADGES = ['1st', '2nd', '3rd'] as const;

function Rank({ place }: { place: number }) {
  const badge = BADGES[place - 1];
  if (badge === undefined) return <span className="pl-2.5 text-muted tabular-nums">{place}</span>;
  return (
    <Chip tone={place === 1 ? 'warning' : 'neutral'}>
      <Medal size={12} aria-hidden />
      {badge}
    </Chip>
  );
}

const Status = ({ status }: { status: 'online' | 'away' }) => (
  <span className="flex items-center gap-1.5">
    <span
      aria-hidden
      className={`size-1.5 rounded-full ${status === 'online' ? 'bg-call' : 'border border-faint'}`}
    />
    {status}
    <span aria-hidden>·</span>
  </span>
);

const HEAD = 'py-2 font-normal';
const CELL = 'border-t border-line-soft py-2.5';

/** Traders by their results, best first; the first three bear a badge. */
export const Ranking = ({
  caption,
  traders,
}: {
  caption: string;
  traders: readonly RankedTrader[];
}) => (
  <table className="w-full text-sm tabular-nums">
    <caption className="sr-only">{caption}</caption>
    <thead className="text-xs text-muted">
      <tr>
        <th className={`${HEAD} pl-4 text-left`}>Rank</th>
        <th className={`${HEAD} text-left`}>Trader</th>
        <th className={`${HEAD} px-2 text-right`}>Win rate</th>
        <th className={`${HEAD} pr-4 text-right`}>Profit</th>
      </tr>
    </thead>
    <tbody>
      {traders.map(({ name, status, profit, trades, winRate }, index) => (
        <tr key={name}>
          <td className={`${CELL} pl-4`}>
            <Rank place={index + 1} />
          </td>
          <th scope="row" className={`${CELL} pl-2 text-left font-semibold`}>
            {name}
            <span className="flex flex-wrap gap-x-1.5 text-xs font-normal text-muted">
              {status && <Status status={status} />}
              {trades} trades
            </span>
          </th>
          <td className={`${CELL} px-2 text-right`}>{winRate} %</td>
          <td className={`${CELL} pr-4 text-right font-semibold`}>{profit}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

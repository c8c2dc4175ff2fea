import { Chip } from './Chip';

interface RankedTrader {
  readonly name: string;
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
  return <Chip tone={place === 1 ? 'warning' : 'neutral'}>{badge}</Chip>;
}

const StatusDot = ({ status }: { status: 'online' | 'away' }) => (
  <span
    aria-hidden
    className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${status === 'online' ? 'bg-call' : 'border border-faint'}`}
  />
);

const HEAD_CLASS = 'py-2 font-normal';
const CELL_CLASS = 'border-t border-line-soft py-2.5';

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
        <th className={`${HEAD_CLASS} pl-4 text-left`}>Rank</th>
        <th className={`${HEAD_CLASS} pl-2 text-left`}>Trader</th>
        <th className={`${HEAD_CLASS} px-2 text-right whitespace-nowrap`}>Win rate</th>
        <th className={`${HEAD_CLASS} pr-4 text-right`}>Profit</th>
      </tr>
    </thead>
    <tbody>
      {traders.map(({ name, status, profit, trades, winRate }, index) => (
        <tr key={name}>
          <td className={`${CELL_CLASS} pl-4`}>
            <Rank place={index + 1} />
          </td>
          <th scope="row" className={`${CELL_CLASS} pl-2 text-left font-semibold`}>
            <span className="flex items-center gap-1.5">
              <span>{name}</span>
              {status && <StatusDot status={status} />}
            </span>
            <span className="text-xs font-normal text-muted">
              {`${status ? `${status}, ` : ''}${trades} trades`}
            </span>
          </th>
          <td translate="no" className={`${CELL_CLASS} px-2 text-right whitespace-nowrap`}>
            {`${winRate}%`}
          </td>
          <td
            translate="no"
            className={`${CELL_CLASS} pr-4 text-right font-semibold whitespace-nowrap`}
          >
            {profit}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

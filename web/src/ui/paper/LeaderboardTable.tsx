import { type LeaderboardRow, moneyText } from '@quantalgo/contracts';
import { Chip } from '../Chip';
import { tradesText } from './paperText';
import { ageText, rowTexts } from './rowText';

const BADGES = ['1st', '2nd', '3rd'] as const;

function Place({ place }: { place: number }) {
  const badge = BADGES[place - 1];
  if (badge === undefined) return <span className="pl-2.5 text-muted tabular-nums">{place}</span>;
  return <Chip tone={place === 1 ? 'warning' : 'neutral'}>{badge}</Chip>;
}

const Status = ({ withdrawn }: { withdrawn: boolean }) => (
  <span className="inline-flex items-center gap-1.5">
    <span
      aria-hidden
      className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${withdrawn ? 'border border-faint' : 'bg-call'}`}
    />
    {withdrawn ? 'withdrawn' : 'running'}
  </span>
);

const HEAD = 'py-2 font-normal whitespace-nowrap';
const CELL = 'border-t border-line-soft pt-2.5 align-top';

interface RowProps {
  readonly row: LeaderboardRow;
  readonly tried: number;
  /** Epoch ms. */
  readonly now: number;
}

/** What a row says below its figures: status, trades, age, the deepest fall, and the intervals. */
const About = ({ row, tried, now }: RowProps) => {
  const { tally, drawdown } = row.standing;
  const { winRange, profitRange } = rowTexts(row, tried);
  return (
    <p className="flex flex-wrap gap-x-2 text-xs text-muted">
      <Status withdrawn={row.withdrawnAt !== null} />
      <span>{tradesText(tally.trades)}</span>
      <span>{ageText(row, now)}</span>
      <span>fell {moneyText(drawdown / 100)}</span>
      {winRange !== '' && (
        <span className="basis-full">
          {winRange} %, {profitRange}
        </span>
      )}
    </p>
  );
};

const Line = ({
  place,
  onOpen,
  ...about
}: RowProps & { place: number; onOpen: (id: string) => void }) => {
  const { row, tried } = about;
  const { winRate, profit } = rowTexts(row, tried);
  return (
    <tbody>
      <tr>
        <td rowSpan={2} className={`${CELL} pb-2.5 pl-4`}>
          <Place place={place} />
        </td>
        <th scope="row" className={`${CELL} w-full pl-2 text-left font-semibold`}>
          <button
            type="button"
            onClick={() => onOpen(row.id)}
            className="-my-1 min-h-8 text-left break-words underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {row.name}
          </button>
        </th>
        <td className={`${CELL} px-2 text-right whitespace-nowrap`}>{winRate}</td>
        <td className={`${CELL} pr-4 text-right font-semibold whitespace-nowrap`}>{profit}</td>
      </tr>
      <tr>
        <td colSpan={3} className="pr-4 pb-2.5 pl-2">
          <About {...about} />
        </td>
      </tr>
    </tbody>
  );
};

/** Published configurations, best first; the first three have a badge. A name opens its row. */
export const LeaderboardTable = ({
  caption,
  rows,
  tried,
  now,
  onOpen,
}: {
  caption: string;
  rows: readonly LeaderboardRow[];
  tried: number;
  now: number;
  onOpen: (id: string) => void;
}) => (
  <div className="overflow-x-auto">
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th className={`${HEAD} pl-4 text-left`}>Rank</th>
          <th className={`${HEAD} pl-2 text-left`}>Name</th>
          <th className={`${HEAD} px-2 text-right`}>Win rate</th>
          <th className={`${HEAD} pr-4 text-right`}>Profit</th>
        </tr>
      </thead>
      {rows.map((row, index) => (
        <Line key={row.id} row={row} place={index + 1} tried={tried} now={now} onOpen={onOpen} />
      ))}
    </table>
  </div>
);

import type { LeaderboardRow } from '@quantalgo/contracts/leaderboard/leaderboard';
import { Fragment } from 'react';
import { Chip } from '../../ui/Chip';
import { formatTradeCount } from '../bots/text';
import { formatRowAge, toRowTexts } from './rowText';

const BADGES = ['1st', '2nd', '3rd'] as const;

function Place({ place }: { place: number | null }) {
  if (place === null) return <span className="pl-2.5 text-faint">–</span>;
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
    <span>{withdrawn ? 'withdrawn' : 'running'}</span>
  </span>
);

const HEAD_CLASS = 'py-2 font-normal whitespace-nowrap';
const CELL_CLASS = 'border-t border-line-soft py-2.5 align-top';
/** The win rate has its own column if there is room, and otherwise a line in the row's details. */
const WIDE_ONLY = 'hidden @xl:table-cell';
const NARROW_ONLY = '@xl:hidden';

export interface RankedRow {
  readonly row: LeaderboardRow;
  /** Null unless the row made a profit. */
  readonly place: number | null;
}

interface RowProps {
  readonly row: LeaderboardRow;
  readonly tried: number;
  /** Epoch ms. */
  readonly now: number;
}

const RowDetails = ({ row, tried, now }: RowProps) => {
  const { tally } = row.standing;
  const { winRate, winRange } = toRowTexts(row, tried);
  const facts = [formatTradeCount(tally.trades), formatRowAge(row, now)];
  return (
    <p className="mt-0.5 text-xs font-normal text-pretty text-muted">
      <Status withdrawn={row.withdrawnAt !== null} />
      {facts.map((text) => (
        <Fragment key={text}>
          <span>{'\u00a0·'}</span> <span className="whitespace-nowrap">{text}</span>
        </Fragment>
      ))}
      {winRange !== '' && <span className={`block ${NARROW_ONLY}`}>{`won ${winRate}`}</span>}
    </p>
  );
};

/** Breaks into two lines on narrow screens. */
const Range = ({ children }: { children: string }) => (
  <span className="block text-xs font-normal text-muted @xl:whitespace-nowrap">
    {children.replace(' to ', ' to\u00a0')}
  </span>
);

const TableRow = ({
  place,
  isRanked,
  onOpen,
  ...details
}: RowProps & { place: number | null; isRanked: boolean; onOpen: (id: string) => void }) => {
  const { row, tried } = details;
  const { winRate, winRange, profit, profitRange } = toRowTexts(row, tried);
  return (
    <tr>
      {isRanked && (
        <td className={`${CELL_CLASS} pl-4`}>
          <Place place={place} />
        </td>
      )}
      <th scope="row" className={`${CELL_CLASS} w-full px-2 text-left ${isRanked ? '' : 'pl-4'}`}>
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="-my-3 min-h-11 text-left font-semibold wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {row.name}
        </button>
        <RowDetails {...details} />
      </th>
      <td translate="no" className={`${CELL_CLASS} ${WIDE_ONLY} px-3 text-right`}>
        <span>{winRate}</span>
        <Range>{winRange}</Range>
      </td>
      <td translate="no" className={`${CELL_CLASS} pr-4 pl-1 text-right font-semibold`}>
        <span className="whitespace-nowrap">{profit}</span>
        <Range>{profitRange}</Range>
      </td>
    </tr>
  );
};

export const LeaderboardTable = ({
  caption,
  rows,
  isRanked,
  tried,
  now,
  onOpen,
}: {
  caption: string;
  rows: readonly RankedRow[];
  /** False if no row made a profit, because only profits are ranked. */
  isRanked: boolean;
  tried: number;
  now: number;
  onOpen: (id: string) => void;
}) => (
  <div className="@container overflow-x-auto">
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr>
          {isRanked && <th className={`${HEAD_CLASS} pl-4 text-left`}>Rank</th>}
          <th className={`${HEAD_CLASS} px-2 text-left ${isRanked ? '' : 'pl-4'}`}>Name</th>
          <th className={`${HEAD_CLASS} ${WIDE_ONLY} px-3 text-right`}>Win rate</th>
          <th className={`${HEAD_CLASS} pr-4 pl-1 text-right`}>Profit</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, place }) => (
          <TableRow
            key={row.id}
            row={row}
            place={place}
            isRanked={isRanked}
            tried={tried}
            now={now}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  </div>
);

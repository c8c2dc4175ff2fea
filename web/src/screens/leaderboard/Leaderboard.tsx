import { formatMoment } from '@quantalgo/contracts/core/format';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  getRowFigures,
  isRanked,
  type Leaderboard as Board,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import { type ReactNode, useMemo, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useLeaderboard } from '../../data/leaderboard/leaderboard';
import { useMember } from '../../data/auth/currentSession';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { LeaderboardTable, type RankedRow } from './LeaderboardTable';
import { pluralize } from '../../core/pluralize';

const PublishedRow = lazyComponent(
  async () => (await import('./PublishedRow')).PublishedRow,
  <Skeleton className="m-4 h-64" />,
);

/** Explains how rows are ranked and why intervals are widened. */
function formatMethod({ rows, tried, running, withdrawn }: Board): string {
  const hasSignificantRow = rows.some((row) => (getRowFigures(row, tried).range?.low ?? -1) > 0);
  return [
    `${pluralize(tried, 'configuration')} published so far: ${running} running, ${withdrawn} withdrawn.`,
    'Paper results over every sealed signal since each was published. Intervals are at 95%, widened for the number of configurations tried. Only rows with a profit are ranked, by the lower end of the interval per dollar of the first stake. The others follow, newest first.',
    hasSignificantRow ? '' : 'No row has shown more than luck yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

const COLLAPSED_ROWS = 10;

/** Keeps the server's order. */
const rankRows = ({ rows }: Board): readonly RankedRow[] =>
  rows.map((row, index) => ({ row, place: isRanked(row) ? index + 1 : null }));

function Rows({ board }: { board: Board }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [isExpanded, setExpanded] = useState(false);
  const now = useNow(MINUTE_MS);
  const { rows, tried } = board;
  const rankedRows = useMemo(() => rankRows(board), [board]);
  const isNobodyAhead = rankedRows[0]?.place === null;
  const openRow = rows.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <>
      {isNobodyAhead && (
        <p className="border-t border-line-soft px-4 py-3 text-sm">
          <span className="font-semibold">Nobody is ahead yet.</span>{' '}
          <span className="text-muted">Newest first:</span>
        </p>
      )}
      <LeaderboardTable
        caption={
          isNobodyAhead
            ? 'Published configurations, newest first'
            : 'Published configurations, best first'
        }
        rows={isExpanded ? rankedRows : rankedRows.slice(0, COLLAPSED_ROWS)}
        isRanked={!isNobodyAhead}
        tried={tried}
        now={now}
        onOpen={setOpenId}
      />
      {rows.length > COLLAPSED_ROWS && !isExpanded && (
        <button
          type="button"
          onClick={() => setExpanded(true)}
          className="min-h-11 w-full border-t border-line-soft text-sm text-muted hover:text-text"
        >
          {`Show all ${rows.length}`}
        </button>
      )}
      <details className="border-t border-line-soft text-xs text-muted">
        <summary className="min-h-11 px-4 py-3.5 font-semibold">How this is counted</summary>
        <p className="px-4 pb-3 text-pretty">{formatMethod(board)}</p>
      </details>
      <Dialog open={openRow !== undefined} onClose={close} label="Published configuration">
        {openRow && <PublishedRow row={openRow} tried={tried} onClose={close} />}
      </Dialog>
    </>
  );
}

/** `below` is rendered once the rows have loaded, so that they don't push it down. */
export function Leaderboard({ title, below }: { title: string; below?: ReactNode }) {
  const member = useMember();
  return member && <LeaderboardPanel title={title} uid={member.id} below={below} />;
}

function LeaderboardPanel({ title, uid, below }: { title: string; uid: string; below: ReactNode }) {
  const view = useLeaderboard(uid);
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  const isFirstLoad = useFirstLoad(view?.leaderboard, view?.failed);
  if (!view || isFirstLoad)
    return (
      <div role="status" aria-label="Loading the leaderboard">
        <Skeleton className="h-140 rounded-lg lg:h-96" />
      </div>
    );
  const { leaderboard, receivedAt, failed } = view;
  const hasRows = leaderboard && leaderboard.rows.length > 0;
  return (
    <>
      <Panel
        title={title}
        aside={
          failed &&
          receivedAt !== null && (
            <span
              translate="no"
              className="text-xs text-muted"
            >{`as of ${formatMoment(receivedAt, now, zone)}`}</span>
          )
        }
      >
        {hasRows ? (
          <Rows board={leaderboard} />
        ) : (
          <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
            {leaderboard
              ? 'Nobody has published a configuration yet. Be the first: publish one of your paper bots under Copy Trading.'
              : 'The leaderboard isn’t on this device yet. It’ll appear once the server answers.'}
          </p>
        )}
      </Panel>
      {below}
    </>
  );
}

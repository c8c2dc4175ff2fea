import { formatMoment } from '@quantalgo/contracts/core/format';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  getRowFigures,
  type Leaderboard as Board,
} from '@quantalgo/contracts/leaderboard/leaderboard';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useLeaderboard } from '../../data/leaderboard/leaderboard';
import { useMember } from '../../data/auth/currentSession';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { LeaderboardTable } from './LeaderboardTable';

const PublishedRow = lazyComponent(
  async () => (await import('./PublishedRow')).PublishedRow,
  <Skeleton className="m-4 h-64" />,
);

const formatCount = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** How rows are ranked, and why intervals are widened. */
function formatFootnote({ rows, tried, running, withdrawn }: Board): string {
  const hasSignificantRow = rows.some((row) => (getRowFigures(row, tried).range?.low ?? -1) > 0);
  return [
    `${formatCount(tried, 'configuration')} published so far: ${running} running, ${withdrawn} withdrawn.`,
    'On paper, over every sealed signal since each was published. Intervals at 95 %, widened for all that were tried; sorted by the lower end of the interval for each dollar of the first stake.',
    hasSignificantRow ? '' : 'No row has shown more than luck yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

const COLLAPSED_ROWS = 10;

function Rows({ board }: { board: Board }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [isExpanded, setExpanded] = useState(false);
  const now = useNow(MINUTE_MS);
  const { rows, tried } = board;
  const openRow = rows.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <>
      <LeaderboardTable
        caption="Published configurations, best first"
        rows={isExpanded ? rows : rows.slice(0, COLLAPSED_ROWS)}
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
      <Dialog open={openRow !== undefined} onClose={close} label="Published configuration">
        {openRow && <PublishedRow row={openRow} tried={tried} onClose={close} />}
      </Dialog>
    </>
  );
}

export function Leaderboard({ title }: { title: string }) {
  const member = useMember();
  return member && <LeaderboardPanel title={title} uid={member.id} />;
}

function LeaderboardPanel({ title, uid }: { title: string; uid: string }) {
  const view = useLeaderboard(uid);
  const zone = useZone();
  const now = useNow(MINUTE_MS);
  if (!view) return <Skeleton className="h-64" />;
  const { leaderboard, receivedAt, failed } = view;
  return (
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
      {leaderboard && leaderboard.rows.length > 0 && <Rows board={leaderboard} />}
      <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
        {leaderboard ? (
          leaderboard.rows.length === 0 ? (
            'Nobody has published a configuration yet. A paper bot of yours can be the first: publish it under Copy Trading.'
          ) : (
            formatFootnote(leaderboard)
          )
        ) : failed ? (
          'The leaderboard is not on this device yet. It loads with the next connection.'
        ) : (
          <span role="status">Loading the leaderboard…</span>
        )}
      </p>
    </Panel>
  );
}

import { momentText } from '@quantalgo/contracts/core/format';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  figuresOfRow,
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

/** Fetched when a row is opened. */
const PublishedRow = lazyComponent(
  async () => (await import('./PublishedRow')).PublishedRow,
  <Skeleton className="m-4 h-64" />,
);

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What the order and the intervals mean, in view of all that was tried. */
function foot({ rows, tried, running, withdrawn }: Board): string {
  const isShown = rows.some((row) => (figuresOfRow(row, tried).range?.low ?? -1) > 0);
  return [
    `${counted(tried, 'configuration')} published so far: ${running} running, ${withdrawn} withdrawn.`,
    'On paper, over every sealed signal since each was published. Intervals at 95 %, widened for all that were tried; sorted by the lower end of the interval for each dollar of the first stake.',
    isShown ? '' : 'No row has shown more than luck yet.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** How many rows are shown before all are asked for. */
const FIRST = 10;

function Rows({ board }: { board: Board }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [isLong, setIsLong] = useState(false);
  const now = useNow(MINUTE_MS);
  const { rows, tried } = board;
  const opened = rows.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <>
      <LeaderboardTable
        caption="Published configurations, best first"
        rows={isLong ? rows : rows.slice(0, FIRST)}
        tried={tried}
        now={now}
        onOpen={setOpenId}
      />
      {rows.length > FIRST && !isLong && (
        <button
          type="button"
          onClick={() => setIsLong(true)}
          className="min-h-11 w-full border-t border-line-soft text-sm text-muted hover:text-text"
        >
          {`Show all ${rows.length}`}
        </button>
      )}
      <Dialog open={opened !== undefined} onClose={close} label="Published configuration">
        {opened && <PublishedRow row={opened} tried={tried} onClose={close} />}
      </Dialog>
    </>
  );
}

/** The leaderboard of published configurations: fetched while it is shown, kept on the device with its age. */
export function Leaderboard({ title }: { title: string }) {
  const member = useMember();
  return member && <Shown title={title} uid={member.id} />;
}

function Shown({ title, uid }: { title: string; uid: string }) {
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
          >{`as of ${momentText(receivedAt, now, zone)}`}</span>
        )
      }
    >
      {leaderboard && leaderboard.rows.length > 0 && <Rows board={leaderboard} />}
      <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
        {leaderboard ? (
          leaderboard.rows.length === 0 ? (
            'Nobody has published a configuration yet. A paper bot of yours can be the first: publish it under Copy Trading.'
          ) : (
            foot(leaderboard)
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

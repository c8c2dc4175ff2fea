import {
  dateText,
  figuresOfRow,
  type Leaderboard as Board,
  type LeaderboardRow,
  momentText,
} from '@quantalgo/contracts';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useBots } from '../../data/paper/bots';
import { type Check } from '../../data/paper/checkRow';
import { copyConfiguration, useLeaderboard } from '../../data/paper/leaderboard';
import { useMember } from '../../data/session/currentSession';
import { useZone } from '../../tell';
import { Button } from '../../ui/Button';
import { Figures, Panel } from '../../ui/Card';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { LeaderboardTable } from '../../ui/paper/LeaderboardTable';
import { resultText, tooFewText } from '../../ui/paper/paperText';
import { rowTexts, rulesText } from '../../ui/paper/rowText';

type Checking = 'not yet' | 'running' | 'failed' | Check;

function CheckResult({ checking }: { checking: Checking }) {
  if (checking === 'not yet' || checking === 'running') return null;
  if (checking === 'failed')
    return (
      <Notice tone="error">
        The public ledger can’t be reached. Checking a row needs a connection.
      </Notice>
    );
  const { own, differences } = checking;
  const { trades, profit } = own.tally;
  if (differences.length > 0)
    return (
      <Notice tone="error">
        This row is not what the public ledger says: {differences.join(', ')}. This device counts{' '}
        {trades} trades and {resultText(profit)}.
      </Notice>
    );
  return (
    <Notice>
      Recomputed on this device from the public ledger: {trades} trades, {resultText(profit)}. The
      same, to the cent.
    </Notice>
  );
}

/** Recomputes a row from the public ledger, and says how it compares. */
export function CheckButton({ row }: { row: LeaderboardRow }) {
  const [checking, setChecking] = useState<Checking>('not yet');
  const check = () => {
    setChecking('running');
    // Loaded here, because few press it: the ledger's schemas are larger than the leaderboard.
    import('../../data/paper/checkRow')
      .then(({ checkRow }) => checkRow(row))
      .then(setChecking, () => setChecking('failed'));
  };
  return (
    <>
      <Button size="small" doing={checking === 'running' ? 'Checking…' : undefined} onClick={check}>
        Check this row
      </Button>
      <div className="order-last basis-full">
        <CheckResult checking={checking} />
      </div>
    </>
  );
}

const COPIED = {
  copied: 'Copied into your paper bots. It plays from now on.',
  full: 'You have as many paper bots as you may. Remove one first.',
  failed: 'It could not be stored on this device. Please try again.',
} as const;

function CopyButton({ row, uid }: { row: LeaderboardRow; uid: string }) {
  const view = useBots(uid);
  const [said, setSaid] = useState<keyof typeof COPIED | null>(null);
  const copy = () =>
    void copyConfiguration(uid, row, view?.bots.length ?? 0).then(
      (isCopied) => setSaid(isCopied ? 'copied' : 'full'),
      () => setSaid('failed'),
    );
  return (
    <>
      <Button size="small" look="primary" disabled={!view || said === 'copied'} onClick={copy}>
        {said === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      {said !== null && (
        <div className="order-last basis-full">
          <Notice tone={said === 'copied' ? 'information' : 'error'}>{COPIED[said]}</Notice>
        </div>
      )}
    </>
  );
}

/** One published configuration: what it does, what it came to, and how anybody checks and copies it. */
function PublishedRow({
  row,
  tried,
  onClose,
}: {
  row: LeaderboardRow;
  tried: number;
  onClose: () => void;
}) {
  const member = useMember();
  const zone = useZone();
  const texts = rowTexts(row, tried);
  const { trades } = texts.figures;
  const { publishedAt, withdrawnAt, configuration } = row;
  return (
    <div className="grid gap-4 p-4">
      <div>
        <h2 className="text-lg break-words">{row.name}</h2>
        <p className="text-sm text-pretty text-muted">{rulesText(configuration)}</p>
        <p className="text-sm text-muted">
          Published {dateText(publishedAt, zone)}
          {withdrawnAt !== null && `, withdrawn ${dateText(withdrawnAt, zone)}`}
        </p>
      </div>
      <Figures
        className="rounded-lg border border-line-soft sm:grid-flow-row sm:grid-cols-2"
        figures={[
          { label: 'Profit', value: texts.profit, note: texts.profitRange || 'no trade yet' },
          { label: 'Win rate', value: texts.winRate, note: texts.winRange || 'no trade yet' },
          { label: 'Trades', value: texts.trades, note: `of ${row.standing.signals} signals` },
          { label: 'Deepest fall', value: texts.drawdown, note: 'from a peak' },
        ]}
      />
      <p className="text-xs text-pretty text-muted">
        {tooFewText(trades, configuration.payout)} On paper: no money was moved. To check it without
        us: <code className="break-all">npm run paper -- --row {row.id}</code>
      </p>
      <div className="flex flex-wrap gap-2">
        {member && <CopyButton row={row} uid={member.id} />}
        <CheckButton row={row} />
        <Button size="small" look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

const MINUTE_MS = 60_000;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** What the order and the intervals mean, in view of all that was tried. */
function foot({ rows, tried, running, withdrawn }: Board): string {
  const isShown = rows.some((row) => (figuresOfRow(row, tried).range?.low ?? -1) > 0);
  return [
    `${counted(tried, 'configuration')} published so far: ${running} running, ${withdrawn} withdrawn.`,
    'On paper, over every sealed signal since each was published. Intervals at 95 %, widened for all that were tried; the order is by what a trade has shown at the least.',
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
          Show all {rows.length}
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
          <span className="text-xs text-muted">as of {momentText(receivedAt, now, zone)}</span>
        )
      }
    >
      {leaderboard && leaderboard.rows.length > 0 && <Rows board={leaderboard} />}
      <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-muted">
        {leaderboard ? (
          leaderboard.rows.length === 0 ? (
            'Nobody has published a configuration yet. Yours could be the first: Copy Trading.'
          ) : (
            foot(leaderboard)
          )
        ) : failed ? (
          'The leaderboard has not come to this device yet. It comes with the next connection.'
        ) : (
          <span role="status">Loading the leaderboard…</span>
        )}
      </p>
    </Panel>
  );
}

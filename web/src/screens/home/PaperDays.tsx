import type { User } from '@quantalgo/contracts/account/member';
import type { Configuration } from '@quantalgo/contracts/bots/configuration';
import { formatDate, formatMoney } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { PAPER_DAYS_MS, createPaperDays } from '@quantalgo/contracts/leaderboard/revealed';
import { ChevronRight, NotebookPen } from 'lucide-react';
import { useMemo } from 'react';
import { useAt } from '../../data/core/clock';
import { type RevealedSignals, useRevealedSignals } from '../../data/bots/paperDays';
import { Card, Figures } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { TextLink } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { buildPaperBoard, type PaperBoard } from '../bots/board';
import { Curves } from '../bots/Curves';
import { toFigureItems, formatResultRange, formatSignalCount } from '../bots/text';
import { useZone } from '../../core/zone';
import { formatResult } from '../../ui/resultText';

function PaperDaysResult({ board, revealed }: Pick<Days, 'board' | 'revealed'>) {
  const { figures } = board.slice;
  const { range } = figures;
  if (revealed.readAt === null) return <p>{describeReading(revealed)}</p>;
  if (!range)
    return (
      <p>
        {`${figures.signals === 0 ? 'No signals were revealed' : 'No trades were closed'} during your thirty days, so there is no result.`}
      </p>
    );
  const isSignificant = range.low > 0 || range.high < 0;
  return (
    <>
      <p>
        <span>Your bot’s result is</span> <strong>{formatResult(figures.profit)}</strong>{' '}
        <span>{`on a balance of ${formatMoney(board.slice.startBalance / 100)}, from ${formatSignalCount(figures.signals)}. On other days like these, the same rules could have ended anywhere from`}</span>{' '}
        <span className="whitespace-nowrap">{formatResultRange(figures)}</span>
        <span>.</span>
      </p>
      <p>
        {`${
          isSignificant
            ? range.low > 0
              ? 'On paper, that is more profit than chance explains. A broker’s prices arrive later than ours, and even a small difference costs money.'
              : 'That is more loss than chance explains. Played like this, these signals cost money.'
            : 'That range includes both a profit and a loss, so thirty days can’t tell you whether it pays.'
        } You don’t have to continue. If you do, stay on paper or use only money that you can afford to lose.`}
      </p>
    </>
  );
}

function Rules({ ends, configuration }: Pick<Days, 'ends' | 'configuration'>) {
  const zone = useZone();
  const { maxOpenTrades, stopLoss } = configuration;
  return (
    <p className="text-sm text-pretty text-muted">
      {`A bot plays every signal that our public ledger has revealed since you joined: $50 a trade, one level each, at most ${maxOpenTrades} at a time${stopLoss !== null ? `, and none for the rest of the day after losing ${formatMoney(stopLoss / 100)}` : ''}. No money is deposited or moved. You’ll see the result on ${formatDate(ends, zone)}, good or bad.`}
    </p>
  );
}

/** Empty if the ledger was read successfully. */
const describeReading = ({ readAt, failed }: RevealedSignals): string => {
  if (failed && readAt === null) return 'The public ledger couldn’t be read. Trying again…';
  if (failed)
    return 'The public ledger couldn’t be read just now. These figures are from the last read.';
  return readAt === null ? 'Loading the public ledger…' : '';
};

/** Shown below the figures; empty if there is nothing to say. */
const describeStatus = ({ isOver, revealed }: Pick<Days, 'isOver' | 'revealed'>): string =>
  describeReading(revealed) ||
  (isOver || revealed.signals.length > 0
    ? ''
    : 'No signal has been revealed since you joined. The first one will be played automatically.');

/** A member's thirty days on paper. */
interface Days {
  readonly configuration: Configuration;
  /** Epoch ms. */
  readonly ends: number;
  readonly isOver: boolean;
  /** 1 to 30. */
  readonly day: number;
  readonly revealed: RevealedSignals;
  readonly board: PaperBoard;
}

/** Starts at the member's sign-up; undefined while loading. */
function usePaperDays(member: User): Days | undefined {
  const joinedAt = Date.parse(member.createdAt);
  const { configuration, ends } = useMemo(() => createPaperDays(joinedAt), [joinedAt]);
  const revealed = useRevealedSignals(member.id, { since: configuration.since, ends });
  const now = useAt((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const until = Math.min(now, ends);
  const board = useMemo(
    () =>
      revealed &&
      buildPaperBoard(configuration, revealed.signals, { from: configuration.since, now: until }),
    [configuration, revealed, until],
  );
  const day = Math.min(
    PAPER_DAYS_MS / DAY_MS,
    Math.floor((now - configuration.since) / DAY_MS) + 1,
  );
  return revealed && board && { configuration, ends, isOver: now >= ends, day, revealed, board };
}

const DAY_COUNT = PAPER_DAYS_MS / DAY_MS;

function summariseDays({ day, board, revealed }: Pick<Days, 'day' | 'board' | 'revealed'>): string {
  const { signals, profit } = board.slice.figures;
  const progress = `Day ${day} of ${DAY_COUNT}`;
  if (revealed.readAt === null) return progress;
  return signals === 0
    ? `${progress}: no trades yet`
    : `${progress}: ${formatSignalCount(signals)}, ${formatResult(profit)}`;
}

/** A summary of a guest's first thirty days on paper. It is expanded once they have ended. */
export default function PaperDays({ member }: { member: User }) {
  const days = usePaperDays(member);
  if (!days) return <Skeleton className="h-14.5 rounded-lg" />;
  const { configuration, ends, isOver, revealed, board } = days;
  return (
    <Card aria-labelledby="paper-days" className="overflow-hidden">
      <details open={isOver} className="group">
        <summary className="flex min-h-14 list-none items-center gap-3.5 px-4 py-1.5 hover:bg-sunk [&::-webkit-details-marker]:hidden">
          <NotebookPen size={20} aria-hidden className="mx-0.5 shrink-0 text-muted" />
          <span className="min-w-0 flex-1">
            <h2 id="paper-days" className="text-base font-semibold">
              {isOver ? 'Your thirty days on paper are over' : 'Thirty days on paper'}
            </h2>
            <span className="block text-sm text-muted tabular-nums">{summariseDays(days)}</span>
          </span>
          <ChevronRight
            size={18}
            aria-hidden
            className="shrink-0 text-muted transition-transform group-open:rotate-90"
          />
        </summary>
        <div className="grid grid-cols-1 gap-4 px-4 pb-4">
          <p className="flex flex-wrap gap-2">
            <Chip>On paper</Chip>
            <DemonstrationTag />
          </p>
          {isOver ? (
            <div className="grid max-w-prose gap-2 text-sm text-pretty text-muted">
              <PaperDaysResult board={board} revealed={revealed} />
            </div>
          ) : (
            <Rules ends={ends} configuration={configuration} />
          )}
          <Card as="div" className="overflow-hidden">
            <Figures figures={toFigureItems(board.slice.figures, configuration.balance)} />
          </Card>
          {revealed.signals.length > 0 && <Curves board={board} payout={configuration.payout} />}
          <p role="status" className="text-xs text-pretty text-muted empty:hidden">
            {describeStatus(days)}
          </p>
          <p className="text-xs text-muted">
            Computed on this device from the signals in the public ledger:{' '}
            <TextLink to={PATHS.verify}>verify the ledger</TextLink>.
          </p>
        </div>
      </details>
    </Card>
  );
}

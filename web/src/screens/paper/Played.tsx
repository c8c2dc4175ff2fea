import {
  type Configuration,
  isPaused,
  momentText,
  PAPER_RANGES,
  type PaperRange,
  type PaperSignal,
  type PaperStop,
  paperStop,
  slotId,
} from '@quantalgo/contracts';
import { useMemo } from 'react';
import { useAt } from '../../data/core/clock';
import { useDigests } from '../../data/signals/useDigests';
import { Card, Figures } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { type Board, boardSince } from '../../ui/paper/board';
import { Curves } from '../../ui/paper/Curves';
import {
  figuresOf,
  resultRangeText,
  resultText,
  stopText,
  tradesText,
} from '../../ui/paper/paperText';
import { ActiveTrades, ClosedTrades } from '../../ui/paper/Trades';
import { useZone } from '../../tell';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The received signals from a time on (epoch ms), oldest first; undefined while they are read. */
function useSignalsSince(since: number): readonly PaperSignal[] | undefined {
  const digests = useDigests();
  return useMemo(() => {
    const first = slotId(since);
    return digests?.filter(({ id }) => id >= first).reverse();
  }, [digests, since]);
}

/** What a configuration came to in a range that is chosen here. */
interface Played {
  readonly board: Board;
  readonly signals: readonly PaperSignal[];
  readonly signalOf: (id: string) => PaperSignal | undefined;
}

/** A configuration played over the received signals; undefined while they are read. */
export function usePlayed(configuration: Configuration, range: PaperRange): Played | undefined {
  const signals = useSignalsSince(configuration.since);
  const now = useAt((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const board = useMemo(
    () => signals && boardSince(configuration, signals, { from: now - PAPER_RANGES[range], now }),
    [configuration, signals, range, now],
  );
  const byId = useMemo(() => new Map(signals?.map((one) => [one.id, one])), [signals]);
  return board && signals && { board, signals, signalOf: (id) => byId.get(id) };
}

/** The stop that keeps a running bot from entering today; null without one. */
export const stopNow = (configuration: Configuration, { board }: Played): PaperStop | null =>
  isPaused(configuration) ? null : paperStop(configuration, board.play.state, board.now);

/** Why the curve is flat from here on, and until when. */
function StopNotice({ stop, board }: { stop: PaperStop; board: Board }) {
  const zone = useZone();
  const tomorrow = (Math.floor(board.now / DAY_MS) + 1) * DAY_MS;
  const until = momentText(tomorrow, board.now, zone);
  return <Notice>{stopText(stop, board.play.state, until)}</Notice>;
}

/** The figures and curves of a configuration. */
export function Results({
  configuration,
  played,
}: {
  configuration: Configuration;
  played: Played;
}) {
  const { board, signals } = played;
  const stop = stopNow(configuration, played);
  return (
    <>
      <Card as="div" className="overflow-hidden">
        <Figures figures={figuresOf(board.slice.figures, configuration.balance)} />
      </Card>
      {signals.length === 0 && (
        <Notice>
          No signal has come to this device since this bot plays. It enters the next one by itself.
        </Notice>
      )}
      {stop && <StopNotice stop={stop} board={board} />}
      <Curves board={board} payout={configuration.payout} />
    </>
  );
}

/** What the form as it is would have come to: in sight wherever the form is scrolled to. */
export const Tried = ({ board }: Pick<Played, 'board'>) => {
  const { figures } = board.slice;
  const { trades, profit } = figures;
  return (
    <Card
      as="div"
      className="sticky top-16 z-10 flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 shadow-float lg:top-20"
    >
      <strong className="text-lg tabular-nums">{trades === 0 ? '–' : resultText(profit)}</strong>
      <span className="text-xs text-muted tabular-nums">
        {trades === 0 ? 'no trade' : `${resultRangeText(figures)} at 95 %, ${tradesText(trades)}`}
      </span>
      <span className="text-sm">with these changes. It is not saved.</span>
    </Card>
  );
};

/** The trades that are open, and those that were closed. */
export const Trades = ({ played: { board, signalOf } }: { played: Played }) => (
  <>
    <ActiveTrades play={board.play} now={board.now} signalOf={signalOf} />
    <ClosedTrades closed={board.slice.closed} now={board.now} signalOf={signalOf} />
  </>
);

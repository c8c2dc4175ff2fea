import { type Configuration, isBotPaused } from '@quantalgo/contracts/bots/configuration';
import { PAPER_RANGES, type PaperRange } from '@quantalgo/contracts/bots/figures';
import { type PaperHalt, paperHalt } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { momentText } from '@quantalgo/contracts/core/format';
import { slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS, DAY_MS } from '@quantalgo/contracts/core/time';
import { useMemo } from 'react';
import { useAt } from '../../data/core/clock';
import { useDigests } from '../../data/signals/useDigests';
import { Card, Figures } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { type PaperBoard, paperBoardSince } from './board';
import { Curves } from './Curves';
import { figuresOf, resultRangeText, haltText, tradesText } from './text';
import { ActiveTrades, ClosedTrades } from './Trades';
import { useZone } from '../../core/zone';
import { resultText } from '../../ui/resultText';

/** The received signals from a time on (epoch ms), oldest first; undefined while they are read. */
function useSignalsSince(since: number): readonly PaperSignal[] | undefined {
  const digests = useDigests();
  return useMemo(() => {
    const first = slotId(since);
    return digests?.filter(({ id }) => id >= first).reverse();
  }, [digests, since]);
}

/** What a configuration came to in a range that is chosen here. */
interface BotResults {
  readonly board: PaperBoard;
  readonly signals: readonly PaperSignal[];
  readonly signalOf: (id: string) => PaperSignal | undefined;
}

/** A configuration played over the received signals; undefined while they are read. */
export function useBotResults(
  configuration: Configuration,
  range: PaperRange,
): BotResults | undefined {
  const signals = useSignalsSince(configuration.since);
  const now = useAt((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const board = useMemo(
    () =>
      signals && paperBoardSince(configuration, signals, { from: now - PAPER_RANGES[range], now }),
    [configuration, signals, range, now],
  );
  const byId = useMemo(() => new Map(signals?.map((one) => [one.id, one])), [signals]);
  return board && signals && { board, signals, signalOf: (id) => byId.get(id) };
}

/** What keeps a bot from entering that isn't paused; null while it may. */
export const haltNow = (configuration: Configuration, { board }: BotResults): PaperHalt | null =>
  isBotPaused(configuration) ? null : paperHalt(configuration, board.play.state, board.now);

/** Why the curve is flat from here on. */
function HaltNotice({ halt, board }: { halt: PaperHalt; board: PaperBoard }) {
  const zone = useZone();
  const tomorrow = (Math.floor(board.now / DAY_MS) + 1) * DAY_MS;
  const until = momentText(tomorrow, board.now, zone);
  return <Notice>{haltText(halt, board.play.state, until)}</Notice>;
}

/** The figures and curves of a configuration. */
export function Results({
  configuration,
  played,
}: {
  configuration: Configuration;
  played: BotResults;
}) {
  const { board, signals } = played;
  const halt = haltNow(configuration, played);
  return (
    <>
      <Card as="div" className="overflow-hidden">
        <Figures figures={figuresOf(board.slice.figures, configuration.balance)} />
      </Card>
      {signals.length === 0 && (
        <Notice>
          No signal has reached this device since this bot started. It enters the next one by
          itself.
        </Notice>
      )}
      {halt && <HaltNotice halt={halt} board={board} />}
      <Curves board={board} payout={configuration.payout} />
    </>
  );
}

/** What the form as it is would have come to: in sight wherever the form is scrolled to. */
export const Tried = ({ board }: Pick<BotResults, 'board'>) => {
  const { figures } = board.slice;
  const { trades, profit } = figures;
  return (
    <Card
      as="div"
      className="sticky top-16 z-10 flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 shadow-float lg:top-20"
    >
      <strong translate="no" className="text-lg tabular-nums">
        {trades === 0 ? '–' : resultText(profit)}
      </strong>
      <span className="text-xs text-muted tabular-nums">
        {trades === 0 ? 'no trade' : `${resultRangeText(figures)} at 95 %, ${tradesText(trades)}`}
      </span>
      <span className="text-sm">with these changes, not saved yet.</span>
    </Card>
  );
};

/** The trades that are open, and those that were closed. */
export const Trades = ({ played: { board, signalOf } }: { played: BotResults }) => (
  <>
    <ActiveTrades play={board.play} now={board.now} signalOf={signalOf} />
    <ClosedTrades closed={board.slice.closed} now={board.now} signalOf={signalOf} />
  </>
);

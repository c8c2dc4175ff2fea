import { type Configuration, isBotPaused } from '@quantalgo/contracts/bots/configuration';
import { PAPER_RANGES, type PaperRange } from '@quantalgo/contracts/bots/figures';
import { type PaperHalt, findPaperHalt } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS, DAY_MS } from '@quantalgo/contracts/core/time';
import { useMemo } from 'react';
import { useAt } from '../../data/core/clock';
import { useDigests } from '../../data/signals/useDigests';
import { useSyncedList } from '../../data/sync/freshness';
import { Card, Figures } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { type PaperBoard, buildPaperBoard } from './board';
import { Curves } from './Curves';
import { toFigureItems, formatResultRange, describeHalt, formatTradeCount } from './text';
import { ActiveTrades, ClosedTrades } from './Trades';
import { useZone } from '../../core/zone';
import { formatResult } from '../../ui/resultText';

/**
 * Received signals since a time (epoch ms), oldest first, without those that don't match their
 * seal. Undefined while loading.
 */
function useSignalsSince(since: number): readonly PaperSignal[] | undefined {
  const digests = useSyncedList(useDigests());
  return useMemo(() => {
    const firstId = slotId(since);
    return digests?.filter(({ id, differs }) => !differs && id >= firstId).reverse();
  }, [digests, since]);
}

interface BotResults {
  readonly board: PaperBoard;
  readonly signals: readonly PaperSignal[];
  readonly findSignal: (id: string) => PaperSignal | undefined;
}

export function useBotResults(
  configuration: Configuration,
  range: PaperRange,
): BotResults | undefined {
  const signals = useSignalsSince(configuration.since);
  const now = useAt((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const board = useMemo(
    () =>
      signals && buildPaperBoard(configuration, signals, { from: now - PAPER_RANGES[range], now }),
    [configuration, signals, range, now],
  );
  const signalsById = useMemo(
    () => new Map(signals?.map((signal) => [signal.id, signal])),
    [signals],
  );
  return board && signals && { board, signals, findSignal: (id) => signalsById.get(id) };
}

/** Why an unpaused bot isn't entering signals; null if it is. */
export const getCurrentHalt = (
  configuration: Configuration,
  { board }: BotResults,
): PaperHalt | null =>
  isBotPaused(configuration) ? null : findPaperHalt(configuration, board.play.state, board.now);

function HaltNotice({ halt, board }: { halt: PaperHalt; board: PaperBoard }) {
  const zone = useZone();
  const tomorrow = (Math.floor(board.now / DAY_MS) + 1) * DAY_MS;
  const until = formatMoment(tomorrow, board.now, zone);
  return <Notice>{describeHalt(halt, board.play.state, until)}</Notice>;
}

export function Results({
  configuration,
  results,
}: {
  configuration: Configuration;
  results: BotResults;
}) {
  const { board, signals } = results;
  const halt = getCurrentHalt(configuration, results);
  const items = toFigureItems(board.slice.figures, configuration.balance);
  return (
    <>
      <Card as="div" className="overflow-hidden">
        <Figures figures={items.map(({ label, value }) => ({ label, value }))} />
      </Card>
      {signals.length === 0 && (
        <Notice>
          No signal has arrived since this bot started. It will enter the next one automatically.
        </Notice>
      )}
      {halt && <HaltNotice halt={halt} board={board} />}
      <Curves
        board={board}
        payout={configuration.payout}
        notes={items.map(({ label, note }) => `${label}: ${note}`)}
      />
    </>
  );
}

/** Result of the unsaved form. Stays in view while the form scrolls. */
export const UnsavedResult = ({ board }: Pick<BotResults, 'board'>) => {
  const { figures } = board.slice;
  const { trades, profit } = figures;
  return (
    <Card
      as="div"
      className="sticky top-16 z-10 flex flex-wrap items-baseline gap-x-3 px-4 py-2.5 shadow-float lg:top-20"
    >
      <strong translate="no" className="text-lg tabular-nums">
        {trades === 0 ? '–' : formatResult(profit)}
      </strong>
      <span className="text-xs text-muted tabular-nums">
        {trades === 0
          ? 'no trades'
          : `${formatResultRange(figures)} at 95%, ${formatTradeCount(trades)}`}
      </span>
      <span className="text-sm">with these changes, not saved yet.</span>
    </Card>
  );
};

export const Trades = ({ results: { board, findSignal } }: { results: BotResults }) => (
  <>
    <ActiveTrades play={board.play} now={board.now} findSignal={findSignal} />
    <ClosedTrades closed={board.slice.closed} now={board.now} findSignal={findSignal} />
  </>
);

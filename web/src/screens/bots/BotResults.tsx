import { type Configuration, isBotPaused } from '@quantalgo/contracts/bots/configuration';
import { PAPER_RANGES, type PaperRange } from '@quantalgo/contracts/bots/figures';
import { type PaperHalt, findPaperHalt } from '@quantalgo/contracts/bots/play';
import type { PaperSignal } from '@quantalgo/contracts/bots/results';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { parseSlotId, slotId } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS, DAY_MS } from '@quantalgo/contracts/core/time';
import { useMemo } from 'react';
import { useAt } from '../../data/core/clock';
import { getFirstEntryTime, useSignalHistory } from '../../data/signals/useDigests';
import { useSyncedList } from '../../data/sync/freshness';
import { Card, Figures } from '../../ui/Card';
import { LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { type PaperBoard, buildPaperBoard } from './board';
import { Curves } from './Curves';
import { toFigureItems, formatResultRange, describeHalt, formatTradeCount } from './text';
import { ActiveTrades, ClosedTrades } from './Trades';
import { useZone } from '../../core/zone';
import { formatResult } from '../../ui/resultText';

interface StoredSignals {
  /** Oldest first, without those that don't match their seal. */
  readonly signals: readonly PaperSignal[];
  /** Entry time (epoch ms) of the oldest signal if the device may lack earlier ones. */
  readonly lateStart: number | null;
}

/** Received signals since a time (epoch ms); undefined while loading. */
function useSignalsSince(since: number): StoredSignals | undefined {
  const history = useSignalHistory();
  const digests = useSyncedList(history?.digests);
  const start = history?.start;
  return useMemo(() => {
    if (!digests || start === undefined) return undefined;
    const firstId = slotId(since);
    const oldest = digests.at(-1);
    return {
      signals: digests.filter(({ id, differs }) => !differs && id >= firstId).reverse(),
      lateStart: oldest && start > parseSlotId(firstId) ? getFirstEntryTime(oldest) : null,
    };
  }, [digests, start, since]);
}

interface BotResults extends StoredSignals {
  readonly board: PaperBoard;
  readonly findSignal: (id: string) => PaperSignal | undefined;
}

export function useBotResults(
  configuration: Configuration,
  range: PaperRange,
): BotResults | undefined {
  const stored = useSignalsSince(configuration.since);
  const signals = stored?.signals;
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
  return board && stored && { ...stored, board, findSignal: (id) => signalsById.get(id) };
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

function LateStart({ at, now }: { at: number; now: number }) {
  const zone = useZone();
  return (
    <Notice
      actions={
        <LinkButton to={PATHS.signalHistory} size="small">
          Go to signal history
        </LinkButton>
      }
    >
      {`Based on signals since ${formatMoment(at, now, zone)}, the oldest on this device. You can load older ones in the signal history.`}
    </Notice>
  );
}

export function Results({
  configuration,
  results,
}: {
  configuration: Configuration;
  results: BotResults;
}) {
  const { board, signals, lateStart } = results;
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
      {lateStart !== null && <LateStart at={lateStart} now={board.now} />}
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

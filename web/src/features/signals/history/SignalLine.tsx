import { pairLabel, signalPath, watTime } from '@quantalgo/contracts';
import { ChevronRight } from 'lucide-react';
import type { KeyboardEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { entryOf, type SignalDigest } from '../../../data/signals/useDigests';
import { Chip } from '../../../ui/Chip';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { HistoryLine } from '../row/HistoryLine';
import { strategyName } from '../words';

const Unsettled = ({ signal, at }: { signal: SignalDigest; at: number }) => (
  <>
    <time
      dateTime={new Date(at).toISOString()}
      className="w-10 text-sm whitespace-nowrap text-muted tabular-nums"
    >
      {watTime(at)}
    </time>
    <span className="min-w-0 flex-1 basis-20">
      <span className="block text-sm font-semibold">{pairLabel(signal.pair)}</span>
      <DirectionMark direction={signal.direction} size="small" />
    </span>
    <Chip tone="faint">Not settled</Chip>
  </>
);

/** A signal in one line that leads to its page. */
export function SignalLine({
  signal,
  line,
  onKeyDown,
}: {
  signal: SignalDigest;
  /** Its place in the list. */
  line: number;
  onKeyDown: KeyboardEventHandler;
}) {
  const at = entryOf(signal);
  const { ending } = signal;
  return (
    <Link
      to={signalPath(signal.id)}
      data-line={line}
      onKeyDown={onKeyDown}
      className="flex h-full flex-wrap content-center items-center gap-x-2.5 border-t border-line-soft px-4 hover:bg-sunk focus-visible:-outline-offset-2"
    >
      {ending ? (
        <HistoryLine
          pair={signal.pair}
          direction={signal.direction}
          entryTime={at}
          ending={ending}
        />
      ) : (
        <Unsettled signal={signal} at={at} />
      )}
      <span className="w-32 text-xs text-faint max-lg:hidden">{strategyName(signal.strategy)}</span>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-faint" />
    </Link>
  );
}

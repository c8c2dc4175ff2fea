import { pairLabel, signalPath, strategyName, timeText, type Zone } from '@quantalgo/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { entryOf, type SignalDigest } from '../../data/signals/useDigests';
import { Chip } from '../../ui/Chip';
import { DirectionMark } from '../../ui/instruments/Marks';
import { HistoryLine } from './HistoryLine';
import { type Line, linesOf, dayName } from './find';

import { useZone } from '../../tell';

/** Heights of a line in rem, as they grow with the reader's text. Where that is so large that a line breaks: taller. */
const HEIGHTS = { day: 2.25, signal: 3.5 } as const;

const BROKEN = { day: 2.25, signal: 6 } as const;

const BROKEN_BELOW_REM = 18;

const BEYOND = 4;

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Heights of a line on this page, in px. */
function heightsNow(): Readonly<Record<Line['kind'], number>> {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const { day, signal } = window.innerWidth / rem < BROKEN_BELOW_REM ? BROKEN : HEIGHTS;
  return { day: day * rem, signal: signal * rem };
}

/** The line (its place in the list) that has the focus; null where none has. */
function focusedLine(): number | null {
  const line = document.activeElement?.getAttribute('data-line');
  return line === null || line === undefined ? null : Number(line);
}

/** The next signal from a line in a direction, past the names of days; null at the end. */
function nextLine(lines: readonly Line[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < lines.length; at += step)
    if (lines[at]?.kind === 'signal') return at;
  return null;
}

/** Signals newest first, by day, of which only those in sight are drawn. Arrow keys go from one to the next. */
export function SignalList({ signals }: { signals: readonly SignalDigest[] }) {
  const zone = useZone();
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const [heights] = useState(heightsNow);
  const lines = useMemo(() => linesOf(signals, zone), [signals, zone]);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setMargin(Math.round(top + window.scrollY));
  }, [signals]);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (at) => heights[lines[at]?.kind ?? 'signal'],
    overscan: BEYOND,
    scrollMargin: margin,
    initialRect: { width: 0, height: window.innerHeight },
  });
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const from = focusedLine();
    const to = step === undefined || from === null ? null : nextLine(lines, from, step);
    if (to === null) return;
    event.preventDefault();
    flushSync(() => virtualizer.scrollToIndex(to, { align: 'auto' }));
    list.current?.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus();
  };
  return (
    <ul
      ref={list}
      aria-label="Signals"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, size }) => {
        const line = lines[index];
        return (
          line && (
            <li
              key={line.kind === 'day' ? line.day : line.signal.id}
              {...(line.kind === 'signal' && {
                'aria-setsize': signals.length,
                'aria-posinset': line.number,
              })}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - margin}px)`, height: size }}
            >
              {line.kind === 'day' ? (
                <h2 className="flex h-9 items-end px-4 pb-1.5 text-xs font-normal tracking-normal text-faint">
                  {dayName(line.day)}
                </h2>
              ) : (
                <SignalLine signal={line.signal} line={index} onKeyDown={move} />
              )}
            </li>
          )
        );
      })}
    </ul>
  );
}

const Unsettled = ({ signal, at, zone }: { signal: SignalDigest; at: number; zone: Zone }) => (
  <>
    <time
      dateTime={new Date(at).toISOString()}
      className="w-10 text-sm whitespace-nowrap text-muted tabular-nums"
    >
      {timeText(at, zone)}
    </time>
    <span className="min-w-0 flex-1 basis-20">
      <span className="block text-sm font-semibold">{pairLabel(signal.pair)}</span>
      <DirectionMark direction={signal.direction} size="small" />
    </span>
    <Chip tone="faint">Not settled</Chip>
  </>
);

/** A signal in one line that leads to its page. */
function SignalLine({
  signal,
  line,
  onKeyDown,
}: {
  signal: SignalDigest;
  /** Its place in the list. */
  line: number;
  onKeyDown: KeyboardEventHandler;
}) {
  const zone = useZone();
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
        <Unsettled signal={signal} at={at} zone={zone} />
      )}
      <span className="w-32 text-xs text-faint max-lg:hidden">{strategyName(signal.strategy)}</span>
      <ChevronRight size={14} aria-hidden className="shrink-0 text-faint" />
    </Link>
  );
}

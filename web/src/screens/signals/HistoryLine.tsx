import { formatTime } from '@quantalgo/contracts/core/format';
import { type Pair, formatPair, formatPrice } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Direction, Settlement } from '@quantalgo/contracts/signals/signal';
import type { ReactNode } from 'react';
import { useZone } from '../../core/zone';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { formatLevelReached } from './signalText';

/** `at` in epoch ms. */
export function LineTime({ at }: { at: number }) {
  const zone = useZone();
  return (
    <time
      translate="no"
      dateTime={new Date(at).toISOString()}
      className="w-11 text-sm whitespace-nowrap text-muted tabular-nums"
    >
      {formatTime(at, zone)}
    </time>
  );
}

/** `quiet` marks a no-go. */
export function LineHead({
  pair,
  direction,
  quiet,
  children,
}: {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly quiet: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <span className="grid min-w-0 flex-1 basis-24 @lg:flex-initial @lg:basis-40 @lg:grid-cols-2 @lg:items-center">
      <span translate="no" className="font-semibold @lg:text-sm">
        {formatPair(pair)}
      </span>
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
        <DirectionMark direction={direction} size="small" quiet={quiet} />
        {children !== undefined && (
          <span translate="no" className="@lg:hidden">
            {children}
          </span>
        )}
      </span>
    </span>
  );
}

interface HistoryLineProps {
  readonly pair: Pair;
  readonly direction: Direction;
  /** Epoch ms. */
  readonly entryTime: number;
  /** With `closes`, the line also shows the deciding ones if there is room. */
  readonly ending: Pick<Settlement, 'outcome' | 'level'> & {
    readonly closes?: readonly { readonly price: number | null }[];
  };
  /** False if the price was past its limit at entry; undefined if that wasn't checked. */
  readonly entered?: boolean | undefined;
}

/** Entry and close of the deciding level: `2691.14 → 2691.52`. */
function formatDecidingCloses(
  pair: Pair,
  { outcome, level, closes = [] }: HistoryLineProps['ending'],
) {
  const lastLevel = outcome === 'loss' ? LEVELS.length - 1 : (level ?? 0);
  const [entry = null, close = null] = [closes[lastLevel]?.price, closes[lastLevel + 1]?.price];
  return entry === null || close === null
    ? '–'
    : `${formatPrice(pair, entry)} → ${formatPrice(pair, close)}`;
}

export const HistoryLine = ({ pair, direction, entryTime, ending, entered }: HistoryLineProps) => {
  const isNoGo = entered === false;
  const level = isNoGo ? 'no-go' : formatLevelReached(ending);
  const cell = 'hidden text-sm text-muted tabular-nums @lg:block';
  return (
    <>
      <LineTime at={entryTime} />
      <LineHead pair={pair} direction={direction} quiet={isNoGo}>
        {` · ${level}`}
      </LineHead>
      <span translate="no" className={`${cell} w-19`}>
        {level}
      </span>
      <span translate="no" className={`${cell} flex-1 whitespace-nowrap`}>
        {isNoGo ? '–' : formatDecidingCloses(pair, ending)}
      </span>
      <OutcomeChip outcome={ending.outcome} entered={entered} />
    </>
  );
};

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

export const HistorySkeleton = () => (
  <section aria-busy="true">
    <SectionHead title="History" />
    {ROWS.map((row) => (
      <div key={row} className="flex h-[55px] items-center gap-2.5 border-t border-line-soft">
        <Skeleton className="h-4 w-10" />
        <span className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-3 w-24" />
        </span>
        <Skeleton className="h-5.5 w-14" />
      </div>
    ))}
  </section>
);

export const SectionHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
    <h2 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal">{title}</h2>
    <div className="text-right text-sm text-muted tabular-nums">{children}</div>
  </header>
);

import { formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './Button';
import { DirectionMark } from './instruments/DirectionMark';
import { useZone } from '../core/zone';

export interface SampleSignal {
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  /** Epoch ms, in the past. */
  readonly from: number;
  readonly to: number;
}

/** The caller must say that all windows have ended. */
export const SampleSignals = ({ signals }: { signals: readonly SampleSignal[] }) => {
  const zone = useZone();
  return (
    <ul>
      {signals.map(({ pair, direction, confidence, from, to }) => (
        <li
          key={pair}
          className="flex min-h-10 flex-wrap items-center gap-x-3 border-t border-line-soft px-4 py-1.5 text-xs tabular-nums"
        >
          <span translate="no" className="min-w-17 text-sm font-semibold">
            {pair}
          </span>
          <DirectionMark direction={direction} size="small" />
          <span translate="no" className="ml-auto text-muted">
            {`${formatTime(from, zone)} – ${formatZonedTime(to, zone)}`}
          </span>
          <span>
            <span translate="no" className="text-sm font-semibold">
              {`${confidence}%`}
            </span>
            <span className="sr-only"> confidence</span>
          </span>
        </li>
      ))}
    </ul>
  );
};

export const SignalRow = ({
  pair,
  direction,
  note,
  children,
}: {
  pair: string;
  direction: Direction;
  note?: string;
  children: ReactNode;
}) => (
  <li className="flex min-h-14 flex-wrap items-center gap-x-3 border-t border-line-soft px-4 py-2 tabular-nums">
    <span className="min-w-0 flex-1 basis-24">
      <span translate="no" className="block text-sm font-semibold">
        {pair}
      </span>
      <span className="flex items-center gap-1 text-xs text-muted">
        <DirectionMark direction={direction} size="small" />
        {note !== undefined && <span translate="no">{`· ${note}`}</span>}
      </span>
    </span>
    {children}
  </li>
);

export const MotionToggle = ({ running, onToggle }: { running: boolean; onToggle: () => void }) => {
  const Icon = running ? Pause : Play;
  return (
    <button
      type="button"
      onClick={onToggle}
      className={buttonClass('quiet', 'small', '-mx-3 px-3!')}
    >
      <Icon size={14} aria-hidden />
      <span>{running ? 'Pause updates' : 'Resume updates'}</span>
    </button>
  );
};

import { watTime, type Direction } from '@quantalgo/contracts';
import { DirectionMark } from './instruments/DirectionMark';

interface Call {
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  /** Its five minutes (epoch ms), which are over. */
  readonly from: number;
  readonly to: number;
}

/** Made-up signals whose time is over, as rows: what a signal says, and nothing to enter. */
export const SampleCalls = ({ calls }: { calls: readonly Call[] }) => (
  <ul>
    {calls.map(({ pair, direction, confidence, from, to }) => (
      <li
        key={pair}
        className="flex min-h-14 items-center gap-3 border-t border-line-soft px-4 py-2 tabular-nums"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{pair}</span>
          <DirectionMark direction={direction} size="small" />
        </span>
        <span className="grid justify-items-end text-right text-xs text-muted">
          <span>
            <span className="text-sm font-semibold text-text">{confidence} %</span> confidence
          </span>
          <span>
            {watTime(from)} – {watTime(to)} WAT, over
          </span>
        </span>
      </li>
    ))}
  </ul>
);

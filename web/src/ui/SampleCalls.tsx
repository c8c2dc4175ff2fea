import { watTime, type Direction } from '@quantalgo/contracts';
import { CallRow } from './CallRow';

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
      <CallRow key={pair} pair={pair} direction={direction}>
        <span className="grid justify-items-end text-right text-xs text-muted">
          <span>
            <span className="text-sm font-semibold text-text">{confidence} %</span> confidence
          </span>
          <span>
            {watTime(from)} – {watTime(to)} WAT, over
          </span>
        </span>
      </CallRow>
    ))}
  </ul>
);

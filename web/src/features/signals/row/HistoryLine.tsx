import {
  pairLabel,
  watTime,
  type Direction,
  type Pair,
  type Settlement,
} from '@quantalgo/contracts';
import { DirectionMark, OutcomeChip } from '../../../ui/instruments/Marks';
import { reachText } from '../words';

interface HistoryLineProps {
  readonly pair: Pair;
  readonly direction: Direction;
  /** When it entered (epoch ms). */
  readonly entryTime: number;
  readonly ending: Pick<Settlement, 'outcome' | 'level'>;
}

/** A settled signal in one line: when, what, which way, how far and how it ended. */
export const HistoryLine = ({ pair, direction, entryTime, ending }: HistoryLineProps) => (
  <>
    <time
      dateTime={new Date(entryTime).toISOString()}
      className="w-10 text-sm whitespace-nowrap text-muted tabular-nums"
    >
      {watTime(entryTime)}
    </time>
    <span className="min-w-0 flex-1 basis-24">
      <span className="block text-sm font-semibold">{pairLabel(pair)}</span>
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-faint">
        <DirectionMark direction={direction} size="small" /> · {reachText(ending)}
      </span>
    </span>
    <OutcomeChip outcome={ending.outcome} />
  </>
);

import { BASIC_SIGNALS_PER_DAY, minutesSeconds, SLOT_MS } from '@quantalgo/contracts';
import { Card } from '../../../ui/Card';
import { Ring } from '../../../ui/instruments/Ring';
import { watText } from '../words';

interface WaitingProps {
  readonly title: string;
  readonly now: number;
  /** When the next signal may come (epoch ms). */
  readonly nextAt: number;
  /** The member receives the basic strategy’s signals alone. */
  readonly basicOnly: boolean;
}

/** Nothing to enter: says when the next signal may come. */
export function Waiting({ title, now, nextAt, basicOnly }: WaitingProps) {
  const left = nextAt - now;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4">
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-sm text-muted">
          The next signal may come at{' '}
          <span className="font-semibold text-text tabular-nums">{watText(nextAt)}</span>.
          {basicOnly &&
            ` Starter members receive the basic strategy’s signals, ${BASIC_SIGNALS_PER_DAY} a day.`}
        </p>
      </div>
      <Ring share={left / SLOT_MS} tone="faint" size={88} line={4}>
        <span className="text-lg font-semibold tracking-tight tabular-nums">
          {minutesSeconds(left)}
        </span>
        <span className="text-xs text-muted">to go</span>
      </Ring>
    </Card>
  );
}

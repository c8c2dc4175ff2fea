import { watClock } from '@quantalgo/contracts';
import { useNow } from '../../data/core/clock';
import { useFreshness } from '../../data/sync/freshness';
import { freshnessWords, type FreshnessWords } from './freshnessWords';

const DOT: Record<FreshnessWords['tone'], string> = {
  good: 'bg-call',
  quiet: 'bg-faint',
  warning: 'bg-amber',
};

const PILL =
  'flex max-w-full min-w-0 items-center gap-1.5 rounded-full border border-line px-2.5 py-1 text-xs whitespace-nowrap tabular-nums';

/** Whoever receives no signals sees what the time is, and nothing about freshness. */
const Clock = ({ now }: { now: number }) => (
  <span aria-hidden className={`${PILL} text-muted`}>
    {watClock(now)} WAT
  </span>
);

/** How fresh the signals on screen are. A change of state is announced, the passing seconds are not. */
export function FreshnessPill({ locked }: { locked: boolean }) {
  const now = useNow();
  const words = freshnessWords(useFreshness(), now);
  if (locked || !words) return <Clock now={now} />;
  return (
    <div className="min-w-0">
      <span aria-hidden className={PILL}>
        <span
          className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${DOT[words.tone]}`}
        />
        <span className="font-semibold">{words.state}</span>
        <span className="truncate text-muted">{words.detail}</span>
      </span>
      <span role="status" className="sr-only">
        {words.spoken}
      </span>
    </div>
  );
}

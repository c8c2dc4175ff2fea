import { useNow } from '../../data/clock/clock';
import { useFreshness } from '../../data/sync/useFreshness';
import { freshnessWords, type FreshnessWords } from './freshnessWords';

const DOT: Record<FreshnessWords['tone'], string> = {
  good: 'bg-call',
  quiet: 'bg-faint',
  warning: 'bg-amber',
};

/** How fresh the signals on screen are. A change of state is announced, the passing seconds are not. */
export function FreshnessPill() {
  const now = useNow();
  const words = freshnessWords(useFreshness(), now);
  if (!words) return null;
  return (
    <div className="min-w-0 rounded-full border border-line px-2.5 py-1 text-xs">
      <span aria-hidden className="flex items-center gap-1.5 whitespace-nowrap">
        <span className={`size-2 shrink-0 rounded-full ${DOT[words.tone]}`} />
        <span className="font-semibold">{words.state}</span>
        <span className="truncate text-muted tabular-nums">{words.detail}</span>
      </span>
      <span role="status" className="sr-only">
        {words.spoken}
      </span>
    </div>
  );
}

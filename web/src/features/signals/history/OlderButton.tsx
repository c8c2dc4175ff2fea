import { useOlder } from '../../../data/signals/older';
import { Button } from '../../../ui/Button';

const SAID = {
  reading: '',
  more: 'This device may not hold all that you ever received.',
  loading: 'Fetching older signals, page by page.',
  failed: 'The server can’t be reached: what is here stays. Try again later.',
  whole: 'This is all that you ever received.',
} as const;

/** Fetches what was published before the signals on this device, until all of it is here. */
export function OlderButton() {
  const { state, load, stop } = useOlder();
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line-soft px-4 py-2 text-xs text-muted">
      <p role="status">{SAID[state]}</p>
      {state === 'loading' && (
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      )}
      {(state === 'more' || state === 'failed') && (
        <Button size="small" onClick={load}>
          Load older
        </Button>
      )}
    </div>
  );
}

import { fetchKit, useKit } from '../../../data/pwa/appState';
import type { KitState } from '../../../data/core/workerProtocol';
import { Button } from '../../../ui/Button';
import { UploadProgress } from '../../../ui/Progress';

const WORDS: Record<Exclude<KitState['status'], 'fetching'>, string> = {
  ready: 'All screens open offline.',
  absent: 'Only screens that you opened may open offline: your browser is set to save data.',
  failed: 'Not all screens open offline yet: the rest could not be fetched.',
};

/** How much of the app opens offline, and the way to fetch the rest. */
export function OfflineKit() {
  const kit = useKit();
  if (!kit) return <p className="text-sm text-muted">This browser keeps no app for use offline.</p>;
  const { status, done, total } = kit;
  if (status === 'fetching')
    return <UploadProgress label="Fetching the screens for offline" share={done / total} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p>{WORDS[status]}</p>
      {status !== 'ready' && (
        <Button size="small" onClick={fetchKit}>
          {status === 'failed' ? 'Try again' : 'Keep for offline'}
        </Button>
      )}
    </div>
  );
}

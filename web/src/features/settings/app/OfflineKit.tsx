import { fetchKit } from '../../../data/pwa/kit';
import type { KitState } from '../../../data/pwa/protocol';
import { useKit } from '../../../data/pwa/useApp';
import { Button } from '../../../ui/Button';
import { UploadProgress } from '../../../ui/UploadProgress';

const WORDS: Record<KitState['status'], string> = {
  ready: 'All screens open offline.',
  absent: 'Only screens that you opened may open offline: your browser is set to save data.',
  failed: 'Not all screens open offline yet: the rest could not be fetched.',
  fetching: 'Fetching what the screens need to open offline.',
};

/** How much of the app opens offline, and the way to fetch the rest. */
export function OfflineKit() {
  const kit = useKit();
  if (!kit) return <p className="text-sm text-muted">This browser keeps no app for use offline.</p>;
  const { status, done, total } = kit;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      {status === 'fetching' ? (
        <UploadProgress label={WORDS.fetching} share={done / total} />
      ) : (
        <p>{WORDS[status]}</p>
      )}
      {(status === 'absent' || status === 'failed') && (
        <Button size="small" onClick={fetchKit}>
          {status === 'failed' ? 'Try again' : 'Keep for offline'}
        </Button>
      )}
    </div>
  );
}

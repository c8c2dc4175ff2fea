import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import type { QueryState } from '../../data/console/queries';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';

export function QueryList<T>({
  query: { seen, status },
  label,
  none,
  children,
}: {
  query: QueryState<readonly T[]>;
  label: string;
  /** Shown for an empty list. */
  none: string;
  children: (row: T) => ReactNode;
}) {
  const isLoading = status === 'loading';
  if (!seen)
    return isLoading ? (
      <div className="grid gap-4 px-4 py-4" role="status" aria-label="Loading">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    ) : null;
  if (seen.value.length === 0) return <p className="px-4 py-4 text-sm text-muted">{none}</p>;
  return (
    <ul aria-label={label} aria-busy={isLoading} className="divide-y divide-line-soft">
      {seen.value.map(children)}
    </ul>
  );
}

export function Age({ query }: { query: QueryState }) {
  const now = useNow(60_000);
  const { seen, status, refetch } = query;
  return (
    <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
      {seen && <span translate="no">{`as of ${formatMoment(seen.at, now, WAT)}`}</span>}
      <Button
        variant="quiet"
        size="small"
        aria-label="Refresh"
        disabled={status === 'loading'}
        className="-mr-4"
        onClick={refetch}
      >
        <RefreshCw size={16} aria-hidden />
      </Button>
    </div>
  );
}

export function QueryNotice({ query }: { query: QueryState }) {
  const online = useOnline();
  if (!online)
    return (
      <Notice tone="warning">
        You are offline. This is what the page last received, read-only.
      </Notice>
    );
  if (query.status !== 'failed') return null;
  return (
    <Notice
      tone="error"
      actions={
        <Button size="small" onClick={query.refetch}>
          Try again
        </Button>
      }
    >
      {query.failure}
    </Notice>
  );
}

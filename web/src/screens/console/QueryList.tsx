import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RequestState } from '../../data/core/useRequest';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useFirstLoad } from '../../data/storage/memberDatabase';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';

export function QueryList<T>({
  query: { data, loading },
  label,
  none,
  children,
}: {
  query: RequestState<readonly T[]>;
  label: string;
  /** Shown for an empty list. */
  none: string;
  children: (row: T) => ReactNode;
}) {
  if (!data)
    return loading ? (
      <div className="grid gap-4 px-4 py-4" role="status" aria-label="Loading">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    ) : null;
  if (data.length === 0) return <p className="px-4 py-4 text-sm text-muted">{none}</p>;
  return (
    <ul aria-label={label} aria-busy={loading} className="divide-y divide-line-soft">
      {data.map(children)}
    </ul>
  );
}

/**
 * For content below a query's list. It is hidden during the first load, because the rows would move
 * it, but mounted, so that its own requests start at once.
 */
export function BelowList({
  query,
  isBesideOnDesktop = false,
  children,
}: {
  query: RequestState;
  isBesideOnDesktop?: boolean;
  children: ReactNode;
}) {
  const isFirstLoad = useFirstLoad(query.data ?? null, query.failure !== null);
  const isHidden = isFirstLoad && !isBesideOnDesktop;
  return (
    <div hidden={isHidden} className={isFirstLoad ? 'hidden lg:contents' : 'contents'}>
      {children}
    </div>
  );
}

export function Age({ query }: { query: RequestState }) {
  const now = useNow(60_000);
  const { at, loading, reload } = query;
  return (
    <div className="flex items-center gap-2 text-xs text-muted tabular-nums">
      {/* Reserved during the first load, because it sets the heading's baseline. */}
      <span translate="no" className={at === undefined ? 'invisible' : ''}>
        {`as of ${formatMoment(at ?? now, now, WAT)}`}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label="Refresh"
        disabled={loading}
        className="-mr-4"
        onClick={reload}
      >
        <RefreshCw size={16} aria-hidden />
      </Button>
    </div>
  );
}

export function QueryNotice({ query }: { query: RequestState }) {
  const online = useOnline();
  if (!online)
    return (
      <Notice tone="warning">
        You are offline. This page is read-only and shows the last data it received.
      </Notice>
    );
  if (query.failure === null) return null;
  return (
    <Notice
      tone="error"
      actions={
        <Button size="small" onClick={query.reload}>
          Try again
        </Button>
      }
    >
      {query.failure}
    </Notice>
  );
}

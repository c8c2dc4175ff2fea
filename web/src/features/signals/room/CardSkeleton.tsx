import { Card } from '../../../ui/Card';
import { Skeleton } from '../../../ui/Loading';

const Scale = () => (
  <div className="grid h-15 content-between pt-1 pb-4">
    <div className="flex items-center justify-between">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-5 w-16" />
    </div>
    <Skeleton className="h-1 w-full" />
  </div>
);

const BARS = ['h-1', 'h-[9px]', 'h-[19px]', 'h-[43px]'];

/** The signal card's place while the stored signals are read. */
export const CardSkeleton = () => (
  <Card aria-busy="true" aria-label="Reading your signals" className="@container overflow-hidden">
    <div className="flex h-38 justify-between p-4">
      <div className="grid content-between">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-11 w-32" />
      </div>
      <span
        aria-hidden
        className="size-28 shrink-0 animate-pulse rounded-full border-5 border-line"
      />
    </div>
    <div className="h-[62px] border-y border-line-soft" />
    <div className="grid h-[443px] content-between px-4 py-3.5 @lg:h-[353px]">
      <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
        <Scale />
        <Scale />
      </div>
      <div className="grid grid-cols-4 items-end gap-1.5">
        {BARS.map((height) => (
          <div key={height} className="grid gap-2">
            <Skeleton className={height} />
            <Skeleton className="h-8 w-12" />
          </div>
        ))}
      </div>
      <Skeleton className="h-12 w-3/4" />
      <Skeleton className="h-8 w-full" />
    </div>
    <div className="h-[73px] border-t border-line-soft bg-sunk @md:h-[45px]" />
  </Card>
);

import { Card } from '../../../ui/Card';
import { Skeleton } from '../../../ui/Skeleton';

const Scale = () => (
  <div className="grid gap-3">
    <div className="flex justify-between">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-5 w-16" />
    </div>
    <Skeleton className="h-2 w-full" />
  </div>
);

/** The signal card's place while the stored signals are read. */
export const CardSkeleton = () => (
  <Card aria-busy="true" aria-label="Reading your signals" className="@container overflow-hidden">
    <div className="flex justify-between p-4">
      <div className="grid content-start gap-3">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-10 w-48" />
        <Skeleton className="h-11 w-32" />
      </div>
      <Skeleton className="size-28 rounded-full" />
    </div>
    <div className="h-[61px] border-y border-line-soft" />
    <div className="grid gap-6 p-4 @lg:grid-cols-2">
      <Scale />
      <Scale />
    </div>
    <div className="mx-4 mb-4 grid grid-cols-4 items-end gap-1.5">
      {['h-10', 'h-12', 'h-16', 'h-24'].map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </div>
    <div className="h-12 border-t border-line-soft bg-sunk" />
  </Card>
);

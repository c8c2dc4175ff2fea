import { Card } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';

export const CardSkeleton = () => (
  <Card aria-busy="true" aria-label="Loading your signals" className="@container overflow-hidden">
    <div className="flex h-14 items-center justify-between bg-line-soft px-4">
      <Skeleton className="h-6 w-36" />
      <Skeleton className="h-6 w-16" />
    </div>
    <div className="grid h-[138px] content-between px-4 pt-3.5 pb-3.5">
      <div className="flex justify-between">
        <Skeleton className="h-8 w-36" />
        <Skeleton className="h-8 w-24" />
      </div>
      <Skeleton className="h-15 w-full" />
    </div>
    <div className="h-14.25 border-t border-line-soft" />
    <div className="h-21.75 border-t border-line-soft" />
    <div className="h-20.75 border-t border-line-soft" />
    <div className="h-24 border-t border-line-soft" />
    <div className="h-16.5" />
    <div className="h-12 border-t border-line-soft" />
  </Card>
);

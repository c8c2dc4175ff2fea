import { Skeleton } from '../../ui/Skeleton';

/** Keeps the place of a screen whose code is on its way. */
export const ScreenSkeleton = () => (
  <div className="grid gap-4">
    <span role="status" className="sr-only">
      Loading
    </span>
    <Skeleton className="h-6.5 w-40" />
    <Skeleton className="h-96 w-full" />
  </div>
);

import { Skeleton } from '../../../ui/Loading';

/** The panel's place while its figures are read. */
export const PerformanceSkeleton = () => (
  <>
    <header className="flex min-h-11 items-center px-4">
      <h2 className="text-sm">Performance</h2>
    </header>
    {['first entry', 'four levels', 'confidence'].map((rate) => (
      <div
        key={rate}
        className="flex h-[65px] items-center justify-between border-t border-line-soft px-4"
      >
        <span className="grid gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-3 w-36" />
        </span>
        <Skeleton className="h-5 w-16" />
      </div>
    ))}
    <div className="h-[61px] border-t border-line-soft" />
    <div className="h-[61px] border-t border-line-soft bg-sunk lg:h-[77px]" />
  </>
);

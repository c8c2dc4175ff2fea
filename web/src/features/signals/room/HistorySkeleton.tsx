import { Skeleton } from '../../../ui/Loading';
import { SectionHead } from './SectionHead';

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The history's place while the stored signals are read. */
export const HistorySkeleton = () => (
  <section
    aria-busy="true"
    className="lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:px-4 lg:pb-1"
  >
    <SectionHead title="History" />
    {ROWS.map((row) => (
      <div key={row} className="flex h-[53px] items-center gap-2.5 border-t border-line-soft">
        <Skeleton className="h-4 w-10" />
        <span className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-3 w-24" />
        </span>
        <Skeleton className="h-5.5 w-14" />
      </div>
    ))}
  </section>
);

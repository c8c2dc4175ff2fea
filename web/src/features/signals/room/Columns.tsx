import type { ReactNode } from 'react';

/** The room's layout: one column on phones, two on wide screens. */
export const Columns = ({
  header,
  current,
  side,
  below,
}: {
  header: ReactNode;
  current: ReactNode;
  /** A {@link Side}. */
  side: ReactNode;
  below?: ReactNode;
}) => (
  <div className="grid gap-x-5.5 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:grid-rows-[auto_1fr] lg:gap-y-6">
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {header}
      {current}
    </div>
    {side}
    {below}
  </div>
);

/** History and record: the history first on phones, the record first in its column on wide screens. */
export const Side = ({ history, record }: { history: ReactNode; record: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-1 content-start gap-8 lg:row-span-2 lg:gap-4">
    {history}
    <div className="lg:order-first">{record}</div>
  </div>
);

import type { ReactNode } from 'react';

/** A list with the one of it that is open: side by side where there is room, on a phone one in place of the other. */
export const ListAndCase = ({ list, opened }: { list: ReactNode; opened: ReactNode }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] lg:gap-5.5">
    <div className={`min-w-0 ${opened === null ? '' : 'max-lg:hidden'}`}>{list}</div>
    {opened !== null && <div className="min-w-0">{opened}</div>}
  </div>
);

import type { ReactNode } from 'react';

/** A main column with a narrow one beside it on wide screens, below it on others. */
export const SideBySide = ({ side, children }: { side: ReactNode; children: ReactNode }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:gap-5.5">
    <div className="grid min-w-0 gap-4 lg:gap-5.5">{children}</div>
    <div className="grid min-w-0 gap-4 lg:gap-5.5">{side}</div>
  </div>
);

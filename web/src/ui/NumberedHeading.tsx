import type { ReactNode } from 'react';

/** The heading of a numbered step. */
export const NumberedHeading = ({ number, children }: { number: number; children: ReactNode }) => (
  <h2 className="flex items-center gap-3 text-base font-semibold text-text">
    <span
      aria-hidden
      className="grid size-7 place-content-center rounded-full bg-line text-sm tabular-nums"
    >
      {number}
    </span>
    {children}
  </h2>
);

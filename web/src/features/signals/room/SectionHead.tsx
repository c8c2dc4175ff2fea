import type { ReactNode } from 'react';

/** The head of a list: its name, and what is to be said about it at the right. */
export const SectionHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
    <h2 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal lg:text-sm">
      {title}
    </h2>
    <p className="text-right text-xs text-faint tabular-nums">{children}</p>
  </header>
);

import type { ReactNode } from 'react';

/** One of the steps that stand on the same page. */
export const NumberedStep = ({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <section className="grid gap-4 border-t border-line-soft pt-5">
    <h2 className="flex items-center gap-3 text-base font-semibold">
      <span
        aria-hidden
        className="grid size-7 place-content-center rounded-full bg-line text-sm tabular-nums"
      >
        {number}
      </span>
      {title}
    </h2>
    {children}
  </section>
);

import type { ReactNode } from 'react';

/** One numbered step of the guide. */
export const Step = ({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <li className="flex flex-col gap-4 p-4 text-sm text-muted lg:p-5">
    <h2 className="flex items-center gap-3 text-base font-semibold text-text">
      <span
        aria-hidden
        className="grid size-7 place-content-center rounded-full bg-line text-sm tabular-nums"
      >
        {number}
      </span>
      {title}
    </h2>
    {children}
  </li>
);

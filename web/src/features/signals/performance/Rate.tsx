import type { ReactNode } from 'react';

/** A figure in percent with what it has to be read beside. */
export const Rate = ({
  label,
  percent,
  children,
}: {
  label: string;
  percent: number | null;
  children?: ReactNode;
}) => (
  <div className="grid min-h-[65px] grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-t border-line-soft px-4 py-3">
    <dt className="text-sm wrap-anywhere text-muted">{label}</dt>
    <dd className="row-span-2 text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums">
      {percent === null ? '–' : `${percent.toFixed(1)} %`}
    </dd>
    <dd className="mt-0.5 text-xs text-balance text-faint tabular-nums">{children}</dd>
  </div>
);

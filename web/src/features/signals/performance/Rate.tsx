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
  <div className="flex items-baseline justify-between gap-3 border-t border-line-soft px-4 py-3">
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="order-last mt-0.5 text-xs text-faint tabular-nums">{children}</dd>
    </div>
    <dd className="text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums">
      {percent === null ? '–' : `${percent.toFixed(1)} %`}
    </dd>
  </div>
);

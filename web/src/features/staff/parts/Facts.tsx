import type { ReactNode } from 'react';

/** What is known of something, a line each. */
export const Facts = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className="divide-y divide-line-soft border-y border-line-soft text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4 py-2.5">
        <dt className="shrink-0 text-muted">{name}</dt>
        <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

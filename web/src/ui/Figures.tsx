export interface Figure {
  readonly label: string;
  readonly value: string;
  /** What the figure hangs on, said small below it. */
  readonly note?: string;
}

/** Figures side by side: labels small and grey, values large. Two in a row on phones, all of up to four on wide screens. */
export const Figures = ({
  figures,
  className = '',
}: {
  figures: readonly Figure[];
  className?: string;
}) => (
  <dl
    className={`grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-px bg-line-soft sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none ${className}`}
  >
    {figures.map(({ label, value, note }) => (
      <div key={label} className="bg-raised px-4 py-3 max-sm:last:odd:col-span-full">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="text-lg font-semibold tracking-tight tabular-nums">{value}</dd>
        {note !== undefined && <dd className="text-xs text-faint tabular-nums">{note}</dd>}
      </div>
    ))}
  </dl>
);

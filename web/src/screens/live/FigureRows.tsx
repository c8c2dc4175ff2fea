export const FigureRows = ({
  rows,
}: {
  rows: readonly { readonly label: string; readonly value: string }[];
}) => (
  <dl>
    {rows.map(({ label, value }) => (
      <div
        key={label}
        className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line-soft px-4 py-3"
      >
        <dt className="text-sm text-muted">{label}</dt>
        <dd translate="no" className="text-base font-semibold tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

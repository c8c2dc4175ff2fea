export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Said small after the value: `WAT`. */
  readonly unit?: string;
  readonly urgent?: boolean;
}

const COLUMNS: Record<number, string> = {
  2: '@3xs:grid-cols-[1.25fr_1fr]',
  3: '@3xs:grid-cols-[1.1fr_1fr_1fr]',
};

/** Two or three facts side by side between hairlines; below each other where the text is large. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`grid border-y border-line-soft ${COLUMNS[facts.length] ?? ''}`}>
      {facts.map(({ label, value, unit, urgent = false }) => (
        <div
          key={label}
          className={`border-line-soft px-3 py-2.5 min-[360px]:px-4 @3xs:border-l @3xs:first:border-l-0 ${urgent ? 'bg-amber-bg' : ''}`}
        >
          <dt className={`text-xs ${urgent ? 'font-semibold text-amber' : 'text-muted'}`}>
            {label}
          </dt>
          <dd className="font-semibold tabular-nums">
            {value}
            {unit !== undefined && (
              <span className={`text-xs font-normal ${urgent ? 'text-muted' : 'text-faint'}`}>
                {' '}
                {unit}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

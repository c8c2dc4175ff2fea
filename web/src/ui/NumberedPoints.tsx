/** Points in their order, each with its title at its head. */
export const NumberedPoints = ({
  points,
  className,
}: {
  points: readonly { readonly title: string; readonly text: string }[];
  className: string;
}) => (
  <ol className={`grid ${className}`}>
    {points.map(({ title, text }, index) => (
      <li key={title} className="grid grid-cols-[1.75rem_1fr] text-sm">
        <span aria-hidden="true" className="font-semibold text-faint tabular-nums">
          {index + 1}
        </span>
        <span className="text-muted">
          <strong className="font-semibold text-text">{title}.</strong> {text}
        </span>
      </li>
    ))}
  </ol>
);

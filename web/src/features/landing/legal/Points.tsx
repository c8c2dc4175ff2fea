/** A list of sentences; nothing where there are none. */
export const Points = ({ points }: { points: readonly string[] }) =>
  points.length > 0 && (
    <ul className="mt-3 grid list-disc gap-2 pl-5 text-muted marker:text-faint">
      {points.map((point) => (
        <li key={point} className="pl-1">
          {point}
        </li>
      ))}
    </ul>
  );

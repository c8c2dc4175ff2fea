import type { ReactNode } from 'react';
import type { Answer } from '../../../data/staff/answers';
import { Skeleton } from '../../../ui/Loading';

/** What the server said, as a list: while it is asked for, where there is nothing in it, and with its rows. */
export function AnswerList<T>({
  answer: { seen, asking },
  label,
  none,
  children,
}: {
  answer: Answer<readonly T[]>;
  label: string;
  /** What an empty list means, in a sentence. */
  none: string;
  children: (row: T) => ReactNode;
}) {
  if (!seen)
    return asking ? (
      <div className="grid gap-4 px-4 py-4" role="status" aria-label="Loading">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-10" />
        ))}
      </div>
    ) : null;
  if (seen.value.length === 0) return <p className="px-4 py-4 text-sm text-muted">{none}</p>;
  return (
    <ul aria-label={label} aria-busy={asking} className="divide-y divide-line-soft">
      {seen.value.map(children)}
    </ul>
  );
}

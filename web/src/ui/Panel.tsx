import { useId, type ReactNode } from 'react';
import { Card } from './Card';

/** A card with a name at its head, and at the head's right what is to be said about it. */
export function Panel({
  title,
  aside,
  className = '',
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className={`overflow-hidden ${className}`}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4">
        <h2 id={id} className="text-sm">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </Card>
  );
}

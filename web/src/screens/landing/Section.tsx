import type { ReactNode } from 'react';
import { Width } from './Frame';

/** One part of the page: a heading that its anchor leads to, what it is about, and its content. */
export const Section = ({
  id,
  title,
  lead,
  aside,
  className = '',
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  /** Stands beside the heading: a tag. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`border-t border-line-soft py-14 lg:py-24 ${className}`}
  >
    <Width>
      <div className="max-w-2xl">
        <h2
          id={`${id}-title`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xl tracking-[-0.025em] lg:text-2xl"
        >
          {title}
          {aside}
        </h2>
        {lead !== undefined && (
          <p className="mt-3 text-base text-pretty text-muted lg:text-lg">{lead}</p>
        )}
      </div>
      <div className="mt-8 lg:mt-12">{children}</div>
    </Width>
  </section>
);

import type { HTMLAttributes } from 'react';

/** A raised surface with a hairline around it. What is inside brings its own padding. */
export const Card = ({
  as: Element = 'section',
  className = '',
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'article' | 'aside' | 'li' }) => (
  <Element {...rest} className={`rounded-lg border border-line bg-raised ${className}`} />
);

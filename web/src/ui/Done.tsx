import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from './Heading';
import { LinkButton } from './LinkButton';

/** Something is done: what, and the way on for whoever does not wait to be taken there. */
export const Done = ({
  title,
  next,
  children,
}: {
  title: string;
  next: { readonly to: string; readonly words: string };
  children: ReactNode;
}) => (
  <>
    <div role="status" className="grid gap-2">
      <CircleCheck size={32} aria-hidden className="mb-2 text-call" />
      <Heading>{title}</Heading>
      <p className="text-muted">{children}</p>
    </div>
    <LinkButton to={next.to} look="primary">
      {next.words}
    </LinkButton>
  </>
);

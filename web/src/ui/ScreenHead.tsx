import type { ReactNode } from 'react';
import { PageHeading } from './Heading';
import { SampleTag } from './Chip';

/** The head of a screen: its name, marks beside it, what it is in a line, and something at the right. */
export const ScreenHead = ({
  title,
  marks,
  sample = false,
  aside,
  children,
}: {
  title: string;
  marks?: ReactNode;
  /** What the screen shows is an example and no record. */
  sample?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}) => (
  <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-2.5">
        <PageHeading>{title}</PageHeading>
        {marks}
        {sample && <SampleTag />}
      </div>
      {children !== undefined && (
        <p className="max-w-prose text-sm text-pretty text-muted">{children}</p>
      )}
    </div>
    {aside}
  </header>
);

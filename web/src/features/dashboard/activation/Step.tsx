import type { ReactNode } from 'react';
import { NumberedHeading } from '../../../ui/NumberedHeading';

/** One numbered step of the guide. */
export const Step = ({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <li className="flex flex-col gap-4 p-4 text-sm text-muted lg:p-5">
    <NumberedHeading number={number}>{title}</NumberedHeading>
    {children}
  </li>
);

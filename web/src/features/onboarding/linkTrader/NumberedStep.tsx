import type { ReactNode } from 'react';
import { NumberedHeading } from '../../../ui/NumberedHeading';

/** One of the steps that stand on the same page. */
export const NumberedStep = ({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <section className="grid gap-4 border-t border-line-soft pt-5">
    <NumberedHeading number={number}>{title}</NumberedHeading>
    {children}
  </section>
);

import type { ReactNode } from 'react';
import { NumberedHeading } from './NumberedHeading';

/** Of a form that goes on below a line, and of a list on a card. */
const LOOKS = {
  section: 'grid gap-4 border-t border-line-soft pt-5',
  li: 'flex flex-col gap-4 p-4 text-sm text-muted lg:p-5',
};

/** One of the numbered steps that stand on the same page. */
export const NumberedStep = ({
  as: Element = 'section',
  number,
  title,
  children,
}: {
  as?: keyof typeof LOOKS;
  number: number;
  title: string;
  children: ReactNode;
}) => (
  <Element className={LOOKS[Element]}>
    <NumberedHeading number={number}>{title}</NumberedHeading>
    {children}
  </Element>
);

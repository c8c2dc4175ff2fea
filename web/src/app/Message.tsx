import type { ReactNode } from 'react';
import { BrandMark } from '../ui/BrandMark';

/** A screen that holds nothing but a message and what can be done about it. */
export const Message = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions: ReactNode;
  children: ReactNode;
}) => (
  <div className="mx-auto grid min-h-[70dvh] max-w-md content-center gap-4 px-4 py-12">
    <BrandMark size={32} />
    <h1 className="text-xl font-semibold">{title}</h1>
    <p className="text-muted">{children}</p>
    <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
  </div>
);

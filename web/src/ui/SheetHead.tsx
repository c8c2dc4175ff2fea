import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';

/** The close button comes first, because an opening dialog scrolls to its first button. */
export const SheetHead = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children?: ReactNode;
}) => (
  <header className="flex flex-row-reverse items-center gap-1">
    <Button variant="quiet" size="small" aria-label="Close" onClick={onClose} className="px-3!">
      <X size={20} aria-hidden />
    </Button>
    {children}
    <h2 className="mr-auto text-lg">{title}</h2>
  </header>
);

import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/Button';

/** The head of what was opened from a list: it takes the focus, and on a phone leads back. */
export function CaseHead({
  title,
  onBack,
  children,
}: {
  title: string;
  onBack: () => void;
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="grid gap-2">
      <Button
        look="quiet"
        size="small"
        className="-ml-4 justify-self-start lg:hidden"
        onClick={onBack}
      >
        <ArrowLeft size={16} aria-hidden />
        Back to the list
      </Button>
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h2>
      {children}
    </header>
  );
}

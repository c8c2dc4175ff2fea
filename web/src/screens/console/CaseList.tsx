import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';

/** Side by side if there is room. On phones the opened case replaces the list. */
export const ListAndCase = ({ list, opened }: { list: ReactNode; opened: ReactNode }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)] lg:gap-5.5">
    <div className={`min-w-0 ${opened === null ? '' : 'max-lg:hidden'}`}>{list}</div>
    {opened !== null && <div className="min-w-0">{opened}</div>}
  </div>
);

export const CaseRow = ({
  title,
  subtitle,
  aside,
  createdAt,
  now,
  current,
  onOpen,
}: {
  title: string;
  subtitle: ReactNode;
  /** Shown above the age. */
  aside: ReactNode;
  /** ISO 8601. */
  createdAt: string;
  now: number;
  current: boolean;
  onOpen: () => void;
}) => (
  <li>
    <button
      type="button"
      aria-current={current}
      onClick={onOpen}
      className={`flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunk ${current ? 'bg-line-soft' : ''}`}
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-sm font-semibold">
          <bdi>{title}</bdi>
        </span>
        <span className="truncate text-xs text-muted">{subtitle}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 tabular-nums">
        {aside}
        <span className="text-xs text-muted">
          <span>{formatRoughDuration(now - Date.parse(createdAt))}</span>
          <span className="sr-only"> old</span>
        </span>
      </span>
    </button>
  </li>
);

/** Takes the focus when a case opens. On phones it has a button back to the list. */
export function CaseHeader({
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
        variant="quiet"
        size="small"
        className="-ml-4 justify-self-start lg:hidden"
        onClick={onBack}
      >
        <ArrowLeft size={16} aria-hidden />
        <span>Back to the list</span>
      </Button>
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold wrap-anywhere">
        <bdi>{title}</bdi>
      </h2>
      {children}
    </header>
  );
}

import { roughDuration } from '@quantalgo/contracts';
import type { ReactNode } from 'react';

/** A case in a list of the console, which opens it. */
export const CaseRow = ({
  title,
  below,
  aside,
  createdAt,
  now,
  current,
  onOpen,
}: {
  title: string;
  below: ReactNode;
  /** What it is told apart by at a glance, above its age. */
  aside: ReactNode;
  /** ISO. */
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
        <span className="truncate text-xs text-muted">{below}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1 tabular-nums">
        {aside}
        <span className="text-xs text-muted">
          {roughDuration(now - Date.parse(createdAt))}
          <span className="sr-only"> old</span>
        </span>
      </span>
    </button>
  </li>
);

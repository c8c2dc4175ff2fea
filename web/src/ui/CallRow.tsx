import type { Direction } from '@quantalgo/contracts';
import type { ReactNode } from 'react';
import { DirectionMark } from './instruments/DirectionMark';

/** A row of a list of calls: the pair over its direction, and what is to be said of it at the right. */
export const CallRow = ({
  pair,
  direction,
  note,
  children,
}: {
  pair: string;
  direction: Direction;
  /** Stands small behind the direction. */
  note?: string;
  children: ReactNode;
}) => (
  <li className="flex min-h-14 flex-wrap items-center gap-x-3 border-t border-line-soft px-4 py-2 tabular-nums">
    <span className="min-w-0 flex-1 basis-24">
      <span className="block text-sm font-semibold">{pair}</span>
      <span className="flex items-center gap-1 text-xs text-muted">
        <DirectionMark direction={direction} size="small" />
        {note !== undefined && `· ${note}`}
      </span>
    </span>
    {children}
  </li>
);

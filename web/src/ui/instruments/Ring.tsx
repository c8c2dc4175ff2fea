import type { ReactNode } from 'react';

export type RingTone = 'accent' | 'amber' | 'call' | 'put' | 'flat' | 'faint';

const STROKE_CLASSES: Record<RingTone, string> = {
  accent: 'stroke-accent',
  amber: 'stroke-amber',
  call: 'stroke-call',
  put: 'stroke-put',
  flat: 'stroke-flat',
  faint: 'stroke-faint',
};

interface RingProps {
  /** Share left, 0 to 1. */
  readonly share: number;
  readonly tone: RingTone;
  /** Px at a root font size of 16 px; scales with the text inside. */
  readonly size: number;
  readonly line?: number;
  /** Hidden from screen readers, which read the text beside the ring. */
  readonly children?: ReactNode;
}

export function Ring({ share, tone, size, line = 5, children }: RingProps) {
  const middle = size / 2;
  const radius = middle - line;
  const length = 2 * Math.PI * radius;
  const arcLength = length * Math.min(1, Math.max(0, share));
  const circle = { cx: middle, cy: middle, r: radius, strokeWidth: line, fill: 'none' };
  return (
    <div
      aria-hidden="true"
      translate="no"
      className="relative shrink-0 forced-color-adjust-none"
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
      data-testid="ring"
    >
      <svg viewBox={`0 0 ${size} ${size}`} className="size-full -rotate-90">
        <circle {...circle} className="stroke-line" />
        <circle
          {...circle}
          className={STROKE_CLASSES[tone]}
          strokeDasharray={`${arcLength} ${length}`}
        />
      </svg>
      <div className="absolute inset-0 grid place-content-center justify-items-center text-center">
        {children}
      </div>
    </div>
  );
}

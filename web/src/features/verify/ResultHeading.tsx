import { CircleAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

export type ResultTone = 'good' | 'warning' | 'bad';

const TONES = {
  good: { color: 'text-call', Icon: ShieldCheck },
  warning: { color: 'text-amber', Icon: TriangleAlert },
  bad: { color: 'text-put', Icon: CircleAlert },
} as const;

/** What was found, in a few words. It takes the focus, because it stands where the button was that was pressed. */
export function ResultHeading({ tone, children }: { tone: ResultTone; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { color, Icon } = TONES[tone];
  return (
    <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-xl font-semibold">
      <Icon size={28} aria-hidden className={`shrink-0 ${color}`} />
      {children}
    </h2>
  );
}

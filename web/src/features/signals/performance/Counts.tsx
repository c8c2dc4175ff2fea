import type { Performance } from '@quantalgo/contracts';
import { countText } from '../words';

/** How many signals were settled, and how. */
export function Counts({ performance }: { performance: Performance }) {
  const counts: [string, number, string][] = [
    ['Total', performance.totalSignals, ''],
    ['Won', performance.wonSignals, 'text-call'],
    ['Lost', performance.lostSignals, 'text-put'],
    ['Break-even', performance.breakEvenSignals, 'text-flat'],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] border-t border-line-soft">
      {counts.map(([label, count, tone]) => (
        <div key={label} className="border-l border-line-soft py-2.5 text-center first:border-l-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={`text-base font-semibold tabular-nums ${tone}`}>{countText(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

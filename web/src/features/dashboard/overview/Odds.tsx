import type { Probability, Signal } from '@quantalgo/contracts';
import { Skeleton } from '../../../ui/Loading';

function Odd({ label, of: odds }: { label: string; of: Probability | undefined }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{label}</dt>
      <dd className="font-semibold whitespace-nowrap text-text tabular-nums">
        {odds ? `${odds.value.toFixed(1)} %` : <Skeleton className="h-5 w-12" />}
      </dd>
    </div>
  );
}

/** The two probabilities of a signal, which its room draws on a scale. Undefined while it is read. */
export const Odds = ({ signal }: { signal: Signal | undefined }) => (
  <dl className="grid text-sm text-muted lg:w-72">
    <Odd label="First entry wins" of={signal?.firstEntry} />
    <Odd label="AI confidence, within 4 levels" of={signal?.confidence} />
  </dl>
);

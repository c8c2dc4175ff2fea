import type { User } from '@quantalgo/contracts';
import { useSignals } from '../../../data/signals/useSignals';
import { PageHeading } from '../../../ui/PageHeading';
import { LatestSignal } from './LatestSignal';
import { RecentSignals } from './RecentSignals';
import { RecordSummary } from './RecordSummary';
import { useFirstRead } from './useFirstRead';

const SHOWN = 6;

/** What an unlocked member sees first: the newest signal, what came before it, and the record. */
export function Overview({ member }: { member: User }) {
  const stored = useSignals(SHOWN);
  const signals = useFirstRead() && stored?.length === 0 ? undefined : stored;
  return (
    <div className="grid gap-4 lg:gap-6">
      <PageHeading>Control Center</PageHeading>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:gap-5.5">
        <div className="grid gap-4 lg:gap-5.5">
          <LatestSignal signals={signals} member={member} />
          <RecentSignals signals={signals} />
        </div>
        <RecordSummary />
      </div>
    </div>
  );
}

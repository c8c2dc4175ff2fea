import type { User } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import { useProofStatus } from '../../../data/account/proof';
import { useSignals } from '../../../data/signals/useSignals';
import { PageHeading } from '../../../ui/Heading';
import { isNews } from '../proof/isNews';
import { ProofCard } from '../proof/ProofCard';
import { LatestSignal } from './LatestSignal';
import { RecentSignals } from './RecentSignals';
import { RecordSummary } from './RecordSummary';
import { useFirstRead } from './useFirstRead';

const SHOWN = 6;
const DAY_MS = 24 * 60 * 60_000;

/** What an unlocked member sees first: the newest signal, what came before it, and the record. */
export function Overview({ member }: { member: User }) {
  const stored = useSignals(SHOWN);
  const signals = useFirstRead() && stored?.length === 0 ? undefined : stored;
  const proof = useProofStatus(member.id);
  const today = useNow(DAY_MS);
  return (
    <div className="grid gap-4 lg:gap-6">
      <PageHeading>Control Center</PageHeading>
      {proof && isNews(proof, today) && <ProofCard status={proof} />}
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

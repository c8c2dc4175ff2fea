import type { AdminSetup } from '@quantalgo/contracts';
import { useSetupCase } from '../../../data/staff/submissions';
import { Card } from '../../../ui/Card';
import { Skeleton } from '../../../ui/Loading';
import { AnswerNotice } from '../parts/Age';
import { CaseHead } from '../parts/CaseHead';
import { SetupCaseView } from './SetupCaseView';

/** An account setup that was opened: with what is known from the list, until all of it is here. */
export function OpenedSetup({
  setup: { id, brokerAccount },
  now,
  onDecided,
  onBack,
}: {
  setup: AdminSetup;
  now: number;
  onDecided: (words: string) => void;
  onBack: () => void;
}) {
  const answer = useSetupCase(id);
  return (
    <Card className="grid gap-4 p-4">
      <CaseHead title={brokerAccount} onBack={onBack}>
        <p className="text-xs text-muted">Broker account</p>
      </CaseHead>
      {answer.failure !== null && <AnswerNotice answer={answer} />}
      {answer.seen ? (
        <SetupCaseView found={answer.seen.value} now={now} onDecided={onDecided} />
      ) : (
        answer.asking && <Skeleton className="h-96 rounded-lg" />
      )}
    </Card>
  );
}

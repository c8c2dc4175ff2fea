import type { User } from '@quantalgo/contracts';
import { useState } from 'react';
import { useDashboardCode } from '../../data/session/access';
import { useMember } from '../../data/session/currentSession';
import { type SetupStatus, useSetupStatus } from '../../data/account/setup';
import { Button } from '../../ui/Button';
import { DashboardCodeForm } from '../../ui/DashboardCodeForm';
import { ScreenHead } from '../../ui/ScreenHead';
import { Skeleton } from '../../ui/Loading';
import { SetupCard } from './SetupCard';
import { SetupWizard } from './SetupWizard';
import { EMPTY, type Values } from './wizard';

const failed = (status: SetupStatus | null) =>
  status?.state === 'rejected' || status?.state === 'refused';

/** What the wizard starts with: what was not accepted, or the path that was chosen before. */
function startOf(member: User, status: SetupStatus | null): Values {
  if (!status || !failed(status)) return { ...EMPTY, accessPath: member.accessPath ?? 'manual' };
  const { brokerAccount, depositAmount, accessPath } = status;
  return { brokerAccount, depositAmount: String(depositAmount), accessPath };
}

function Steps({ member, status }: { member: User; status: SetupStatus | null }) {
  const [again, setAgain] = useState(false);
  const asks = status === null || failed(status) || again;
  return (
    <>
      {status && (
        <SetupCard status={status}>
          {!asks && status.state !== 'unsent' && (
            <Button size="small" onClick={() => setAgain(true)} className="justify-self-start">
              Set up another account
            </Button>
          )}
        </SetupCard>
      )}
      {asks && (
        <SetupWizard
          key={status?.id}
          uid={member.id}
          before={startOf(member, status)}
          onSaved={() => setAgain(false)}
        />
      )}
    </>
  );
}

/** From a new broker account to an unlocked dashboard, in three steps. */
export function AccountSetup() {
  const member = useMember();
  const status = useSetupStatus(member?.id ?? '');
  const code = useDashboardCode();
  if (!member) return null;
  return (
    <div className="grid gap-4 lg:max-w-3xl lg:gap-5.5">
      <ScreenHead title="Account Setup">
        Create a broker account, fund it, and show us. No subscription.
      </ScreenHead>
      {status === undefined ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : (
        <Steps key={member.id} member={member} status={status} />
      )}
      <DashboardCodeForm {...code} />
    </div>
  );
}

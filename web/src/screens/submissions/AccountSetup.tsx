import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { isWaiting } from '@quantalgo/contracts/submissions/activation';
import { type ReactNode, useState } from 'react';
import { ACCESS_PATHS } from '../../content/onboarding';
import { describeSubmission } from '../../content/submission';
import { type MemberActivation, useActivation } from '../../data/submissions/activation';
import { type SubmissionStatus, useSubmissionStatus } from '../../data/submissions/submission';
import { useOnline } from '../../data/core/useOnline';
import { useDeliveryScope, useUploadProgress } from '../../data/outbox/outbox';
import { useDashboardCodeForm } from '../../data/account/dashboardCode';
import { useMember } from '../../data/auth/currentSession';
import { Button } from '../../ui/Button';
import { Card, Panel } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { DashboardCodeForm } from '../../ui/DashboardCodeForm';
import { Skeleton } from '../../ui/Loading';
import { UploadProgress } from '../../ui/Progress';
import { ScreenHead } from '../../ui/Heading';
import { TextLink } from '../../ui/Links';
import { ActivationStrip } from './ActivationStrip';
import { EMPTY_SETUP, SetupFacts, type SetupValues, SetupWizard } from './SetupWizard';

type SetupStatus = SubmissionStatus<'setup'>;

/** A rejected setup's values, otherwise the reported account and the access path chosen before. */
function getInitialValues(member: User, status: SetupStatus | null): SetupValues {
  if (status?.stage !== 'rejected')
    return {
      ...EMPTY_SETUP,
      brokerAccount: member.broker?.traderId ?? '',
      accessPath: member.accessPath ?? 'manual',
    };
  const { brokerAccount, depositAmount, accessPath } = status.content;
  return { brokerAccount, depositAmount: String(depositAmount), accessPath };
}

function Steps({
  member,
  status,
  activation,
}: {
  member: User;
  status: SetupStatus | null;
  activation: MemberActivation;
}) {
  const [isRepeating, setIsRepeating] = useState(false);
  /** A pending proof may open the dashboard, too, so the wizard isn't shown at first. */
  const isProofPending = status === null && isWaiting(activation);
  const showsWizard =
    (status === null && !isProofPending) || status?.stage === 'rejected' || isRepeating;
  return (
    <>
      {status === null && activation.name !== 'open' && (
        <ActivationStrip activation={activation} here={PATHS.accountSetup} />
      )}
      {isProofPending && !isRepeating && (
        <Button size="small" onClick={() => setIsRepeating(true)} className="justify-self-start">
          Set up my account too
        </Button>
      )}
      {status && (
        <SetupCard status={status}>
          {!showsWizard && status.stage !== 'unsent' && (
            <Button
              size="small"
              onClick={() => setIsRepeating(true)}
              className="justify-self-start"
            >
              Set up another account
            </Button>
          )}
        </SetupCard>
      )}
      {showsWizard && (
        <SetupWizard
          key={status?.id}
          uid={member.id}
          initial={getInitialValues(member, status)}
          onSaved={() => setIsRepeating(false)}
        />
      )}
    </>
  );
}

export default function AccountSetup() {
  const member = useMember();
  return member && <Setup member={member} />;
}

const Introduction = ({ isOpen }: { isOpen: boolean }) =>
  isOpen ? (
    <span key="open">
      Your dashboard is unlocked. Add another broker account here, or change how you follow the
      signals.
    </span>
  ) : (
    <span key="closed">
      <span>
        Create a broker account, fund it and send us proof. No subscription. Only want to unlock
        your dashboard?
      </span>{' '}
      <TextLink to={PATHS.linkTrader}>Link your trader ID</TextLink>{' '}
      <span>instead. It’s shorter; here you also choose how to follow the signals.</span>
    </span>
  );

function Setup({ member }: { member: User }) {
  const status = useSubmissionStatus('setup', member.id);
  const activation = useActivation(member);
  const codeForm = useDashboardCodeForm();
  return (
    <div className="grid gap-4 lg:max-w-3xl lg:gap-5.5">
      <ScreenHead title="Account Setup">
        <Introduction isOpen={activation?.name === 'open'} />
      </ScreenHead>
      {status === undefined || !activation ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : (
        <Steps key={member.id} member={member} status={status} activation={activation} />
      )}
      {activation?.name !== 'open' && (
        // Stays mounted, because it may hold a typed code.
        <div hidden={status === undefined || !activation}>
          <Card as="div">
            <DashboardCodeForm form={codeForm} />
          </Card>
        </div>
      )}
    </div>
  );
}

const STAGE_CHIPS: Readonly<Record<SetupStatus['stage'], { chip: string; tone: ChipTone }>> = {
  unsent: { chip: 'Waiting', tone: 'warning' },
  inspecting: { chip: 'Being checked', tone: 'neutral' },
  overdue: { chip: 'Being checked', tone: 'warning' },
  sent: { chip: 'Being checked', tone: 'neutral' },
  approved: { chip: 'Approved', tone: 'good' },
  rejected: { chip: 'Not accepted', tone: 'bad' },
};

function SetupCard({ status, children }: { status: SetupStatus; children?: ReactNode }) {
  const { id, stage, content } = status;
  const { brokerAccount, depositAmount, accessPath } = content;
  const upload = useUploadProgress(id);
  const { title, text } = describeSubmission('setup', status, useOnline(), useDeliveryScope());
  const { chip, tone } = STAGE_CHIPS[stage];
  return (
    <Panel title="Your account setup" aside={<Chip tone={tone}>{chip}</Chip>}>
      <div className="grid gap-4 px-4 pb-4">
        <div role="status" className="grid gap-1 text-sm">
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{text}</p>
        </div>
        {stage === 'unsent' && upload && (
          <UploadProgress label="Uploading your proof" share={upload.share} bytes={upload.bytes} />
        )}
        <SetupFacts
          brokerAccount={brokerAccount}
          depositAmount={depositAmount}
          path={ACCESS_PATHS[accessPath].name}
        />
        {children}
      </div>
    </Panel>
  );
}

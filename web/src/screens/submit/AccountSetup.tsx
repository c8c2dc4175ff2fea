import type { User } from '@quantalgo/contracts';
import { type ReactNode, useState } from 'react';
import { ACCESS_PATHS, SETUP_PROMISE } from '../../content/onboarding';
import { type SetupStatus, useSetupStatus } from '../../data/account/setup';
import { useOnline } from '../../data/core/useOnline';
import { useOutboxKept, useUploaded } from '../../data/outbox/outbox';
import { useDashboardCode } from '../../data/session/access';
import { useMember } from '../../data/session/currentSession';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Chip, type ChipTone } from '../../ui/Chip';
import { DashboardCodeForm } from '../../ui/DashboardCodeForm';
import { Skeleton } from '../../ui/Loading';
import { UploadProgress } from '../../ui/Progress';
import { ScreenHead } from '../../ui/ScreenHead';
import { SetupFacts, SetupWizard } from './SetupWizard';
import { EMPTY_SETUP, type SetupValues } from './useWizard';

const failed = (status: SetupStatus | null) =>
  status?.state === 'rejected' || status?.state === 'refused';

/** What the wizard starts with: what was not accepted, or the path that was chosen before. */
function startOf(member: User, status: SetupStatus | null): SetupValues {
  if (!status || !failed(status))
    return { ...EMPTY_SETUP, accessPath: member.accessPath ?? 'manual' };
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
export default function AccountSetup() {
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

/** The account setup that was sent last, and how far it has come. */
function SetupCard({ status, children }: { status: SetupStatus; children?: ReactNode }) {
  const { id, brokerAccount, depositAmount, accessPath, state } = status;
  const share = useUploaded(id);
  const words = setupWords(status, useOnline(), useOutboxKept());
  return (
    <Panel title="Your account setup" aside={<Chip tone={words.tone}>{words.chip}</Chip>}>
      <div className="grid gap-4 px-4 pb-4">
        <div role="status" className="grid gap-1 text-sm">
          <p className="font-semibold">{words.title}</p>
          <p className="text-muted">{words.text}</p>
        </div>
        {state === 'unsent' && share !== null && (
          <UploadProgress label="Uploading your proof" share={share} />
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

interface Words {
  readonly title: string;
  readonly text: string;
  readonly chip: string;
  readonly tone: ChipTone;
}

/** The server's words end a sentence, or not. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

const unsentText = (online: boolean, kept: boolean) => {
  const when = online
    ? 'It is on its way. On a bad line we keep trying'
    : 'You are offline. It goes out as soon as you are back online';
  return kept
    ? `Saved on this device. ${when}, also after you close this page.`
    : `${when}. This browser keeps nothing: leave this page open until then.`;
};

/** What is said of the account setup that was sent last. `kept`: whether it would survive the closing of the page. */
function setupWords(
  { state, reason }: Pick<SetupStatus, 'state' | 'reason'>,
  online: boolean,
  kept: boolean,
): Words {
  switch (state) {
    case 'unsent':
      return {
        title: 'Your account setup is waiting to be sent',
        text: unsentText(online, kept),
        chip: 'Waiting',
        tone: 'warning',
      };
    case 'checking':
    case 'waiting':
      return {
        title: 'Your account setup is being checked',
        text: `It was sent. We look at it ${SETUP_PROMISE}, and this page changes by itself.`,
        chip: 'Being checked',
        tone: 'neutral',
      };
    case 'approved':
      return {
        title: 'Your account setup is approved',
        text: 'Your funded account is verified.',
        chip: 'Approved',
        tone: 'good',
      };
    case 'rejected':
    case 'refused':
      return {
        title: 'Your account setup was not accepted',
        text: `${sentence(reason ?? 'It could not be read')} Please send it again.`,
        chip: 'Not accepted',
        tone: 'bad',
      };
  }
}

import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { CircleAlert, CircleCheck, Clock, CloudUpload, type LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { BRAND } from '../../core/brand';
import { OFFERS, RISK_LINE } from '../../content/onboarding';
import { REVIEW_PROMISE, describeSubmission } from '../../content/submission';
import { type SubmissionStatus, useSubmissionStatus } from '../../data/submissions/submission';
import { useBrokerLink } from '../../data/submissions/brokerLink';
import { useOnline } from '../../data/core/useOnline';
import { useDashboardCodeForm } from '../../data/account/dashboardCode';
import { Card } from '../../ui/Card';
import { CopyField } from '../../ui/CopyField';
import { DashboardCodeForm } from '../../ui/DashboardCodeForm';
import { PageHeading } from '../../ui/Heading';
import { ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { NumberedStep } from '../../ui/Lists';
import { Notice } from '../../ui/Notice';

const { broker, telegram } = BRAND;

const OpenAccount = ({ variant }: { variant: 'primary' | 'secondary' }) => (
  <NumberedStep as="li" number={1} title={`Open a ${broker.name} account`}>
    <p>Use our link and the promo code, so that the account can be matched to you.</p>
    <CopyField label="Promo code" value={broker.promoCode} />
    <ExternalLinkButton href={useBrokerLink()} variant={variant}>
      Open broker account
    </ExternalLinkButton>
    <p className="text-xs">
      <span>{`${broker.name} pays us when you sign up through this link.`}</span>{' '}
      <DemonstrationTag />
    </p>
  </NumberedStep>
);

const Fund = () => (
  <NumberedStep as="li" number={2} title="Fund it">
    <p>The money stays yours, in your account with the broker. What you fund decides what opens:</p>
    <dl className="grid gap-2">
      {OFFERS.map(({ name, deposit, opens }) => (
        <div key={name} className="rounded-lg border border-line bg-sunk px-4 py-3">
          <dt className="flex justify-between gap-3 font-semibold text-text">
            <span>{name}</span>
            <span translate="no" className="tabular-nums">
              {deposit}
            </span>
          </dt>
          <dd>{`Opens ${opens}.`}</dd>
        </div>
      ))}
    </dl>
    <p className="text-xs">{`${RISK_LINE} Fund only what you can lose.`}</p>
  </NumberedStep>
);

const SendProof = ({ member }: { member: User }) => (
  <NumberedStep as="li" number={3} title="Send us the proof">
    <p>
      {`Send your trader ID and a screenshot of the funded account. We check it ${REVIEW_PROMISE}, and this page unlocks by itself. Our support will ask for your admission code.`}
    </p>
    <LinkButton to={PATHS.linkTrader}>Link my trader ID</LinkButton>
    <CopyField label="Admission code" value={member.admissionCode} />
    <ExternalLinkButton href={telegram.support}>Message support</ExternalLinkButton>
  </NumberedStep>
);

export function ActivationGuide({ member }: { member: User }) {
  const proof = useSubmissionStatus('proof', member.id);
  return (
    <div className="grid gap-4 lg:gap-6">
      <div className="grid gap-1">
        <PageHeading>Activate your account</PageHeading>
        <p className="text-sm text-muted">
          Three steps. No subscription.{' '}
          <TextLink to={PATHS.signals}>See what’s in the Signal Room</TextLink>
        </p>
      </div>
      <LockedNotice />
      {proof && <ProofCard status={proof} />}
      <Card as="div">
        <ol className="grid divide-y divide-line-soft lg:grid-cols-3 lg:divide-x lg:divide-y-0">
          <OpenAccount variant={proof ? 'secondary' : 'primary'} />
          <Fund />
          <SendProof member={member} />
        </ol>
      </Card>
      <DashboardCode />
    </div>
  );
}

const lockedSchema = z.object({ locked: z.string() });

/** Explains a redirect from a locked screen. */
function LockedNotice() {
  const lockedState = lockedSchema.safeParse(useLocation().state);
  return (
    lockedState.success && (
      <Notice tone="warning">
        {`${lockedState.data.locked} is locked. It opens once your funded account is verified.`}
      </Notice>
    )
  );
}

export const DashboardCode = () => <DashboardCodeForm form={useDashboardCodeForm()} />;

interface ProofStyle {
  readonly Icon: LucideIcon;
  readonly mark: string;
}

const PROOF_STYLES: Readonly<Record<SubmissionStatus<'proof'>['stage'], ProofStyle>> = {
  unsent: { Icon: CloudUpload, mark: 'text-amber' },
  inspecting: { Icon: Clock, mark: 'text-muted' },
  overdue: { Icon: Clock, mark: 'text-amber' },
  sent: { Icon: Clock, mark: 'text-muted' },
  approved: { Icon: CircleCheck, mark: 'text-call' },
  rejected: { Icon: CircleAlert, mark: 'text-put' },
};

export function ProofCard({ status }: { status: SubmissionStatus<'proof'> }) {
  const { title, text } = describeSubmission('proof', status, useOnline());
  const { Icon, mark } = PROOF_STYLES[status.stage];
  return (
    <Card
      aria-label="Your proof"
      aria-live="polite"
      className="flex flex-wrap items-start gap-4 p-4 lg:p-5"
    >
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${mark}`} />
      <div className="grid min-w-0 flex-1 basis-56 gap-1 text-sm text-muted">
        <h2 className="text-base font-semibold text-text">{title}</h2>
        <p className="wrap-anywhere">{text}</p>
        <p className="text-xs wrap-anywhere">{`Trader ID ${status.content.traderId}`}</p>
      </div>
      {status.stage === 'rejected' && (
        <LinkButton to={PATHS.linkTrader} variant="primary" className="w-full lg:w-auto">
          Send another
        </LinkButton>
      )}
    </Card>
  );
}

/** How long an unlocked member sees the decision on a proof. It was emailed, too. */
const DECISION_NOTICE_MS = 3 * 24 * 60 * 60_000;

export const shouldShowProof = ({ stage, at }: SubmissionStatus<'proof'>, now: number): boolean =>
  (stage !== 'approved' && stage !== 'rejected') || now < at + DECISION_NOTICE_MS;

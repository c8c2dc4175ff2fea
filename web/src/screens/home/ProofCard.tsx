import { PATHS } from '@quantalgo/contracts/core/paths';
import { CircleAlert, CircleCheck, Clock, CloudUpload, type LucideIcon } from 'lucide-react';
import { describeSubmission } from '../../content/submission';
import { useOnline } from '../../data/core/useOnline';
import { isInReview, type SubmissionStatus } from '../../data/submissions/submission';
import { Card } from '../../ui/Card';
import { LinkButton } from '../../ui/Links';

interface ProofStyle {
  readonly Icon: LucideIcon;
  readonly iconClass: string;
}

const PROOF_STYLES: Readonly<Record<SubmissionStatus<'proof'>['stage'], ProofStyle>> = {
  unsent: { Icon: CloudUpload, iconClass: 'text-amber' },
  inspecting: { Icon: Clock, iconClass: 'text-muted' },
  overdue: { Icon: Clock, iconClass: 'text-amber' },
  sent: { Icon: Clock, iconClass: 'text-muted' },
  approved: { Icon: CircleCheck, iconClass: 'text-call' },
  rejected: { Icon: CircleAlert, iconClass: 'text-put' },
};

/** For unlocked members. */
export function ProofCard({ status }: { status: SubmissionStatus<'proof'> }) {
  const { title, text } = describeSubmission('proof', status, useOnline());
  const { Icon, iconClass } = PROOF_STYLES[status.stage];
  return (
    <Card
      aria-label="Your proof"
      aria-live="polite"
      className="flex flex-wrap items-start gap-4 p-4 lg:p-5"
    >
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${iconClass}`} />
      <div className="grid min-w-0 flex-1 basis-56 gap-1 text-sm text-muted">
        <h2 className="text-base font-semibold text-text">{title}</h2>
        <p className="wrap-anywhere">{text}</p>
        {isInReview(status) && <p>Your dashboard stays open while we check.</p>}
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

/** How long unlocked members see the decision on a proof, which is also emailed. */
const DECISION_NOTICE_MS = 3 * 24 * 60 * 60_000;

export const shouldShowProof = ({ stage, at }: SubmissionStatus<'proof'>, now: number): boolean =>
  (stage !== 'approved' && stage !== 'rejected') || now < at + DECISION_NOTICE_MS;

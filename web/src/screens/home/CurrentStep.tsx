import type { User } from '@quantalgo/contracts/account/member';
import { formatMoney } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { ExternalLink as ExternalLinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { BRAND } from '../../core/brand';
import { useZone } from '../../core/zone';
import { getNextAction, REJECTED_TITLES, SEND_PROOF } from '../../content/activation';
import { formatCheckTitle, formatNearby } from '../../content/check';
import { DEPOSITS, ESSENTIAL_DEPOSIT, RISK_LINE } from '../../content/onboarding';
import { describeSubmission, REVIEW_PROMISE } from '../../content/submission';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useDeliveryScope, useUploadProgress } from '../../data/outbox/outbox';
import type { MemberActivation, Submission } from '../../data/submissions/activation';
import { useBrokerLink } from '../../data/submissions/brokerLink';
import { CopyField } from '../../ui/CopyField';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { UploadProgress } from '../../ui/Progress';
import { SentFile } from './SentFile';

type ActivationStep<Name extends MemberActivation['name']> = Extract<
  MemberActivation,
  { name: Name }
>;

const { broker } = BRAND;

const TIER_OFFER = `A deposit of ${DEPOSITS.starter} unlocks Starter; ${ESSENTIAL_DEPOSIT} unlocks Essential.`;

const Title = ({ children }: { children: ReactNode }) => (
  <h2 className="text-base font-semibold text-text">{children}</h2>
);

export function CurrentStep({
  member,
  activation,
  title,
}: {
  member: User;
  activation: MemberActivation;
  title: string;
}) {
  switch (activation.name) {
    case 'broker':
      return <OpenAccount title={title} />;
    case 'fund':
      return <Fund title={title} account={activation.account} />;
    case 'proof':
      return <SendProof title={title} member={member} account={activation.account} />;
    case 'sending':
      return <Sending submission={activation.submission} />;
    case 'check':
      return <UnderReview member={member} check={activation} />;
    case 'rejected':
      return <Rejected rejected={activation} />;
    case 'approved':
    case 'open':
      return <Approved />;
  }
}

const AffiliateDisclosure = () => (
  <p className="text-xs">
    <span>{`${broker.name} pays us when you sign up through this link. ${RISK_LINE}`}</span>{' '}
    <DemonstrationTag />
  </p>
);

const OpenAccount = ({ title }: { title: string }) => (
  <>
    <Title>{title}</Title>
    <p>{`Use our link and this code so that we can match the account to you. ${TIER_OFFER}`}</p>
    <div className="grid gap-2 pt-1.5">
      <CopyField label="Promo code" value={broker.promoCode} />
      <ExternalLinkButton href={useBrokerLink()} variant="primary">
        <span>Open broker account</span>
        <ExternalLinkIcon size={18} aria-hidden />
      </ExternalLinkButton>
    </div>
    <AffiliateDisclosure />
    <TextLink to={PATHS.linkTrader} className="-mb-2 flex min-h-11 items-center justify-self-end">
      I already have an account
    </TextLink>
  </>
);

const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid divide-y divide-line-soft border-t border-line-soft">
    {facts.map(([label, value]) => (
      <div
        key={label}
        className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 py-1.5"
      >
        <dt>{label}</dt>
        <dd translate="no" className="font-semibold wrap-anywhere text-text tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

type Account = ActivationStep<'fund'>['account'];

const Fund = ({ title, account }: { title: string; account: Account }) => (
  <>
    <Title>{title}</Title>
    <p>{`${broker.name} has confirmed your account. Fund it there; the money stays yours. ${TIER_OFFER}`}</p>
    <Facts
      facts={[
        ['Trader ID', account.traderId],
        ['Reported deposit', formatMoney(account.deposited)],
      ]}
    />
    <LinkButton to={PATHS.linkTrader} variant="primary" className="mt-1">
      I’ve funded my account
    </LinkButton>
    <p className="text-xs">{`${RISK_LINE} Only deposit what you can afford to lose.`}</p>
  </>
);

const SendProof = ({
  title,
  member,
  account,
}: {
  title: string;
  member: User;
  account: Account | null;
}) => (
  <>
    <Title>{title}</Title>
    <p>{`Send us your trader ID and a screenshot of your funded account. We’ll check them ${REVIEW_PROMISE}. Your dashboard then unlocks automatically.`}</p>
    <Facts
      facts={[
        ...(account ? [['Trader ID', account.traderId] as const] : []),
        ['Your admission code, for support', member.admissionCode],
      ]}
    />
    <LinkButton to={SEND_PROOF.to} variant="primary" className="mt-1">
      {SEND_PROOF.words}
    </LinkButton>
  </>
);

const SUBMISSION_NAMES = { proof: 'Your proof', setup: 'Your account setup' } as const;

const FILE_LABELS = { proof: 'Screenshot', setup: 'Proof of deposit' } as const;

const describeContent = ({ content }: Submission): readonly (readonly [string, string])[] =>
  content.kind === 'proof'
    ? [['Trader ID', content.traderId]]
    : [
        ['Broker account', content.brokerAccount],
        ['Deposit', formatMoney(content.depositAmount)],
      ];

const Region = ({ submission, children }: { submission: Submission; children: ReactNode }) => (
  <section
    aria-label={SUBMISSION_NAMES[submission.content.kind]}
    aria-live="polite"
    className="grid grid-cols-1 gap-1"
  >
    {children}
  </section>
);

const UPLOAD_LABELS = {
  proof: 'Uploading your screenshot',
  setup: 'Uploading your proof',
} as const;

function Sending({ submission }: { submission: Submission }) {
  const online = useOnline();
  const upload = useUploadProgress(submission.id);
  const scope = useDeliveryScope();
  const { kind } = submission.content;
  const { title, text } = describeSubmission(kind, submission, online, scope);
  return (
    <Region submission={submission}>
      <Title>{title}</Title>
      <p>{text}</p>
      {upload && (
        <UploadProgress label={UPLOAD_LABELS[kind]} share={upload.share} bytes={upload.bytes} />
      )}
      <Facts facts={describeContent(submission)} />
    </Region>
  );
}

const OVERDUE_TEXT =
  'We’re still checking your file. It’s taking longer than usual, and our team knows. You don’t need to send it again.';

function UnderReview({ member, check }: { member: User; check: ActivationStep<'check'> }) {
  const { submission, answerBy, isLate } = check;
  const zone = useZone();
  const now = useNow(60_000);
  return (
    <Region submission={submission}>
      <Title>{formatCheckTitle(check, now, zone)}</Title>
      <p className="wrap-anywhere">
        <span>{isLate ? 'We promised an answer by' : 'Answer by'}</span>{' '}
        <strong className="font-semibold text-text">{formatNearby(answerBy, now, zone)}</strong>{' '}
        <span>
          {isLate
            ? `(${zone.label(answerBy)}) and we’re late. Your file is still in the queue. Don’t send it again; message support.`
            : `(${zone.label(answerBy)}). Your dashboard will unlock automatically, and we’ll email you at ${member.email}. No answer by then? Message support; your file stays in the queue.`}
        </span>
      </p>
      {submission.stage === 'overdue' && <p>{OVERDUE_TEXT}</p>}
      <div className="pt-1.5">
        <Facts
          facts={[
            ...describeContent(submission),
            ...(submission.stage === 'sent'
              ? [
                  [
                    FILE_LABELS[submission.content.kind],
                    <SentFile key="file" member={member} submission={submission} />,
                  ] as const,
                ]
              : []),
            ['Your admission code', member.admissionCode],
          ]}
        />
      </div>
    </Region>
  );
}

function Rejected({ rejected }: { rejected: ActivationStep<'rejected'> }) {
  const { submission } = rejected;
  const { kind } = submission.content;
  const { text } = describeSubmission(kind, submission, true);
  const action = getNextAction(rejected);
  return (
    <Region submission={submission}>
      <Title>{REJECTED_TITLES[kind]}</Title>
      <p className="wrap-anywhere text-text">{text}</p>
      {action && (
        <LinkButton to={action.to} variant="primary" className="mt-2">
          {action.words}
        </LinkButton>
      )}
    </Region>
  );
}

const Approved = () => (
  <section aria-label="Your proof" aria-live="polite" className="grid gap-1 text-sm text-muted">
    <Title>Your proof is approved</Title>
    <p>Your dashboard will unlock automatically within a minute.</p>
  </section>
);

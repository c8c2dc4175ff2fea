import { BRAND, PATHS, type User } from '@quantalgo/contracts';
import { OFFERS, REVIEW_PROMISE, RISK_LINE } from '../../../content/onboarding';
import { useProofStatus } from '../../../data/account/proof';
import { Card } from '../../../ui/Card';
import { CopyField } from '../../../ui/CopyField';
import { ExternalLinkButton, LinkButton, TextLink } from '../../../ui/Links';
import { NumberedStep } from '../../../ui/Lists';
import { PageHeading } from '../../../ui/Heading';
import { ProofCard } from '../proof/ProofCard';
import { ActivationNotice } from './ActivationNotice';
import { DashboardCode } from './DashboardCode';

const { broker, telegram } = BRAND;

const OpenAccount = ({ look }: { look: 'primary' | 'secondary' }) => (
  <NumberedStep as="li" number={1} title={`Open a ${broker.name} account`}>
    <p>Use our link and the promo code, so that the account can be matched to you.</p>
    <CopyField label="Promo code" value={broker.promoCode} />
    <ExternalLinkButton href={broker.signUp} look={look}>
      Open broker account
    </ExternalLinkButton>
    <p className="text-xs">{broker.name} pays us when you sign up through this link.</p>
  </NumberedStep>
);

const Fund = () => (
  <NumberedStep as="li" number={2} title="Fund it">
    <p>The money stays yours, in your account with the broker. What you fund decides what opens:</p>
    <dl className="grid gap-2">
      {OFFERS.map(({ name, deposit, opens }) => (
        <div key={name} className="rounded-lg border border-line bg-sunk px-4 py-3">
          <dt className="flex justify-between gap-3 font-semibold text-text">
            {name}
            <span className="tabular-nums">{deposit}</span>
          </dt>
          <dd>Opens {opens}.</dd>
        </div>
      ))}
    </dl>
    <p className="text-xs">{RISK_LINE} Fund only what you can lose.</p>
  </NumberedStep>
);

const SendProof = ({ member }: { member: User }) => (
  <NumberedStep as="li" number={3} title="Send us the proof">
    <p>
      Send your trader ID and a screenshot of the funded account. We check it {REVIEW_PROMISE}, and
      this page opens by itself. Our support asks for your admission code.
    </p>
    <LinkButton to={PATHS.linkTrader}>Link my trader ID</LinkButton>
    <CopyField label="Admission code" value={member.admissionCode} />
    <ExternalLinkButton href={telegram.support}>Message support</ExternalLinkButton>
  </NumberedStep>
);

/** The three steps from a new account to an unlocked dashboard, and how far the third one has come. */
export function ActivationGuide({ member }: { member: User }) {
  const proof = useProofStatus(member.id);
  return (
    <div className="grid gap-4 lg:gap-6">
      <div className="grid gap-1">
        <PageHeading>Activate your account</PageHeading>
        <p className="text-sm text-muted">
          Three steps. No subscription.{' '}
          <TextLink to={PATHS.signals}>See what the Signal Room holds</TextLink>
        </p>
      </div>
      <ActivationNotice member={member} />
      {proof && <ProofCard status={proof} />}
      <Card as="div">
        <ol className="grid divide-y divide-line-soft lg:grid-cols-3 lg:divide-x lg:divide-y-0">
          <OpenAccount look={proof ? 'secondary' : 'primary'} />
          <Fund />
          <SendProof member={member} />
        </ol>
      </Card>
      <DashboardCode />
    </div>
  );
}

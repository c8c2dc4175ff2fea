import { buildBrokerLink } from '@quantalgo/contracts/broker/link';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Check } from 'lucide-react';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { BRAND } from '../../core/brand';
import { BROKER_DISCLOSURE, BROKER_OFFER, CLAIMS, LOWER_RISK } from '../../content/claims';
import { HERO } from '../../content/hero';
import { DEPOSITS, OFFERS } from '../../content/onboarding';
import { buttonClass } from '../../ui/Button';
import { ExternalLinkButton } from '../../ui/Links';
import { Section } from './Frame';

/** `claim` is the text of one in `claims.ts`. */
interface Plan {
  readonly name: string;
  readonly deposit: string;
  readonly summary: string;
  readonly features: readonly string[];
  readonly claim: string;
}

const PLANS: readonly [Plan, Plan] = [
  {
    name: OFFERS[0].name,
    deposit: OFFERS[0].deposit,
    summary: LOWER_RISK,
    features: [
      'Signals spread evenly over the day',
      'The whole Signal Room: odds, ladder, seals',
      'Your history, offline',
    ],
    claim: '20 signals a day',
  },
  {
    name: OFFERS[1].name,
    deposit: DEPOSITS.essential,
    summary: 'Advanced AI plus order-flow signals',
    features: [
      'Every signal published, at most one in five minutes',
      'Order-flow strategies on top of the basic ones',
      'Platinum Stream and Essential Room',
    ],
    claim: '80+ accuracy',
  },
];

const PRICING = {
  title: 'No subscription',
  lead: 'Signals are free. What opens depends on the account that you fund with the broker; the money stays yours.',
  free: { claim: '$2,997 value', price: '$0' },
} as const;

function ClaimText({ text }: { text: string }) {
  const number = CLAIMS.findIndex((claim) => claim.text === text) + 1;
  if (number === 0) throw new Error(`There is no claim “${text}”`);
  return (
    <>
      <span>{`“${text}”`}</span>
      <sup>
        <a href={`#claim-${number}`} className="pl-1 text-xs text-muted underline">
          <span className="sr-only">Footnote </span>
          <span>{number}</span>
        </a>
      </sup>
    </>
  );
}

const PlanCard = ({ plan }: { plan: Plan }) => (
  <li className="rounded-lg border border-line bg-raised p-5 lg:p-7">
    <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg">
      <span>{plan.name}</span>
      <span className="text-xs font-normal text-muted">funded account</span>
    </h3>
    <p translate="no" className="mt-1 text-2xl font-semibold tracking-[-0.03em] tabular-nums">
      {plan.deposit}
    </p>
    <p className="mt-2 text-base text-muted">
      {plan.summary === LOWER_RISK ? <ClaimText text={LOWER_RISK} /> : plan.summary}
    </p>
    <ul className="mt-5 grid gap-3 text-sm">
      <li className="flex gap-3">
        <Check size={18} aria-hidden className="shrink-0 text-muted" />
        <span>
          <ClaimText text={plan.claim} />
        </span>
      </li>
      {plan.features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Check size={18} aria-hidden className="shrink-0 text-muted" />
          <span>{feature}</span>
        </li>
      ))}
    </ul>
  </li>
);

const Free = () => (
  <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line bg-raised p-5 lg:px-7">
    <p>
      <span translate="no" className="text-xl font-semibold tabular-nums">
        {PRICING.free.price}
      </span>{' '}
      <span className="text-sm text-muted">
        for signals and record. Our marketing calls it a <ClaimText text={PRICING.free.claim} />.
      </span>
    </p>
    <a href={PATHS.signUp} className={buttonClass('primary', 'medium', 'max-sm:w-full')}>
      {HERO.action}
    </a>
  </div>
);

const Offer = () => (
  <aside
    aria-label="The broker’s offer"
    className="mt-6 grid gap-4 rounded-lg border border-line bg-sunk p-5 text-sm lg:grid-cols-[1fr_auto] lg:items-center lg:gap-10 lg:px-7"
  >
    <div className="text-muted">
      <p className="text-base font-semibold text-text">
        <span>{`${BROKER_OFFER.bonus}, promo code`}</span>{' '}
        <span className="select-all">{BRAND.broker.promoCode}</span>
      </p>
      <p className="mt-1">{`${BROKER_OFFER.source} ${BROKER_OFFER.footnote}`}</p>
    </div>
    <div className="grid gap-2">
      <ExternalLinkButton href={buildBrokerLink(BRAND.broker, '')}>
        {BRAND.broker.name}
      </ExternalLinkButton>
      <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <span>{BROKER_DISCLOSURE}</span>
        <DemonstrationTag />
      </p>
    </div>
  </aside>
);

export const Pricing = () => (
  <Section id="pricing" title={PRICING.title} lead={PRICING.lead}>
    <ul className="grid grid-cols-1 gap-6 md:grid-cols-2">
      {PLANS.map((plan) => (
        <PlanCard key={plan.name} plan={plan} />
      ))}
    </ul>
    <Free />
    <Offer />
  </Section>
);

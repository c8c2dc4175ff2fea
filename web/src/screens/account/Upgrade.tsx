import { type Access, isLocked, type Tier, TIERS } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { describeRecordPlainly, summariseRecord } from '@quantalgo/contracts/signals/sentence';
import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { useEffect, useState } from 'react';
import { BRAND } from '../../core/brand';
import { BROKER_DISCLOSURE } from '../../content/claims';
import { DEPOSITS, ESSENTIAL_DEPOSIT, RISK_LINE } from '../../content/onboarding';
import { useMember } from '../../data/auth/currentSession';
import { type MemberActivation, useActivation } from '../../data/submissions/activation';
import { useBrokerLink } from '../../data/submissions/brokerLink';
import { usePayout } from '../../data/settings/payout';
import { usePerformance } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Card, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { ExternalLink, TextLink } from '../../ui/Links';
import { CheckList, Faq, NumberedHeading } from '../../ui/Lists';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { StrategyRecords } from '../record/StrategyRecords';
import { ActivationStrip } from '../submissions/ActivationStrip';

interface TierPlan {
  readonly id: Exclude<Tier, 'guest'>;
  readonly name: string;
  readonly price: string;
  readonly signals: string;
  readonly features: readonly string[];
  readonly requirement: string;
}

const TIER_PLANS: readonly TierPlan[] = [
  {
    id: 'starter',
    name: 'Starter',
    price: DEPOSITS.starter,
    signals: `${BASIC_SIGNALS_PER_DAY} signals a day`,
    features: [
      'Basic, lower-risk AI signals (a claim: same levels and stakes as Essential)',
      'The whole Signal Stream: odds, levels, seals',
      'Trader’s Network and Performance Matrix',
      'Your history, offline',
    ],
    requirement: 'Deposited in your own broker account',
  },
  {
    id: 'essential',
    name: 'Essential',
    price: DEPOSITS.essential,
    signals: 'Unlimited signals',
    features: [
      'Advanced AI plus order-flow signals (a claim: order-flow strategies are on trial until they beat a coin)',
      'Starter’s strategies, without a daily limit',
      'At most one signal every five minutes, and none while the market is closed',
      'Platinum Stream and Essential Room',
      'Everything in Starter',
    ],
    requirement: 'Deposited in your own broker account',
  },
];

const UPGRADE_STEPS = [
  {
    title: 'Open or fund your broker account',
    text: 'Use our link so that we can match the account to you. The money stays yours, in your broker account.',
  },
  {
    title: 'Send the proof',
    text: 'Send us your trader ID and a screenshot of your funded account.',
  },
  {
    title: 'We unlock your tier manually',
    text: 'Our support team checks your proof. Your dashboard then updates automatically.',
  },
] as const;

const UPGRADE_FAQ = [
  {
    question: 'How soon is my tier active?',
    answer: 'Usually within 1–2 hours of sending your proof.',
  },
  {
    question: 'Is there a subscription?',
    answer:
      'No. Signals are free. Your tier depends on how much you deposit in your broker account.',
  },
  {
    question: 'Do I pay you the deposit?',
    answer:
      'Never. It stays in your own broker account, yours to withdraw under the broker’s terms. Anyone who asks you to send them money isn’t us.',
  },
  {
    question: 'Can I go from Starter to Essential later?',
    answer: `Yes. Top up your account to ${ESSENTIAL_DEPOSIT} and send a new proof. Support then unlocks the tier.`,
  },
] as const;

const EARNING_FAQ = {
  question: 'Will I make money with the signals?',
  answer:
    'Nobody can promise that. Most traders lose money; deposit only what you can afford to lose.',
} as const;

/** How long the button looks busy before the broker's site opens. */
const PROCESSING_DELAY_MS = 1500;

export default function Upgrade() {
  const member = useMember();
  return member && <Tiers member={member} />;
}

function Tiers({ member }: { member: User }) {
  const earning = useEarningAnswer();
  const activation = useActivation(member);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead title="Upgrade Access">
        No subscription. Your tier depends on how much you deposit in your own broker account.
      </ScreenHead>
      {activation === undefined ? (
        isLocked(member) && <Skeleton className="h-30 rounded-lg" />
      ) : activation.name === 'open' ? null : (
        <ActivationStrip activation={activation} here={PATHS.upgrade} />
      )}
      <Plans current={getTier(member)} isNextStep={isPlanNext(activation)} />
      <StrategyRecords />
      <HowItWorks />
      <Panel title="Frequently asked questions">
        <Faq questions={[...UPGRADE_FAQ, earning]} />
      </Panel>
    </div>
  );
}

// Ends with what the record says about earning, once the record is on this device.
function useEarningAnswer() {
  const performance = usePerformance();
  const payout = usePayout();
  if (!performance) return EARNING_FAQ;
  const record = describeRecordPlainly(summariseRecord(performance, payout));
  return { ...EARNING_FAQ, answer: `${EARNING_FAQ.answer} ${record}` };
}

/** Choosing a plan opens the broker, which is the next step only until a proof is sent. */
const isPlanNext = (activation: MemberActivation | undefined): boolean =>
  activation?.name === 'broker' || activation?.name === 'fund' || activation?.name === 'open';

function Plans({ current, isNextStep }: { current: Tier; isNextStep: boolean }) {
  const { link, choice, wasOpened, open } = useBroker();
  return (
    <div className="grid gap-3">
      <ul aria-label="Tiers" className="grid gap-4 lg:grid-cols-2 lg:gap-5.5">
        {TIER_PLANS.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            state={getAvailability(plan.id, current)}
            isNextStep={isNextStep}
            processing={choice === plan.id}
            onChoose={() => open(plan.id)}
          />
        ))}
      </ul>
      {wasOpened && (
        <Notice>
          <span>{`${BRAND.broker.name} opens in a new tab. If it didn’t open,`}</span>{' '}
          <ExternalLink href={link}>open it here</ExternalLink>
          <span>. Once your account is funded,</span>{' '}
          <TextLink to={PATHS.linkTrader}>send the proof</TextLink>
          <span>.</span>
        </Notice>
      )}
      <p className="text-xs text-muted">
        <span>{`${BROKER_DISCLOSURE} ${RISK_LINE}`}</span> <DemonstrationTag />
      </p>
    </div>
  );
}

const BUTTON_TEXT = { current: 'Current Tier', passed: 'Not Available' } as const;

const PlanCard = ({
  plan: { id, name, price, signals, features, requirement },
  state,
  isNextStep,
  processing,
  onChoose,
}: {
  plan: TierPlan;
  state: Availability;
  isNextStep: boolean;
  processing: boolean;
  onChoose: () => void;
}) => (
  <Card as="li" className="flex flex-col gap-4 p-4 lg:p-5">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h2 className="text-base">{name}</h2>
      {state === 'current' && <Chip tone="good">CURRENT</Chip>}
    </div>
    <div>
      <p translate="no" className="text-xl font-semibold tracking-tight tabular-nums">
        {price}
      </p>
      <p className="text-sm text-muted">{requirement}</p>
    </div>
    <p className="border-t border-line-soft pt-4 text-sm font-semibold">{signals}</p>
    <div className="flex-1">
      <CheckList items={features} />
    </div>
    <Button
      variant={isNextStep && state === 'available' && id === 'essential' ? 'primary' : 'secondary'}
      disabled={state !== 'available'}
      busyLabel={processing ? 'Processing...' : undefined}
      onClick={onChoose}
      className="w-full"
    >
      {state === 'available' ? `Upgrade to ${name}` : BUTTON_TEXT[state]}
    </Button>
  </Card>
);

const HowItWorks = () => (
  <Card aria-labelledby="how-it-works" className="overflow-hidden">
    <h2 id="how-it-works" className="px-4 pt-3 text-sm lg:px-5">
      How it works
    </h2>
    <ol className="grid divide-y divide-line-soft lg:grid-cols-3 lg:divide-x lg:divide-y-0">
      {UPGRADE_STEPS.map(({ title, text }, index) => (
        <li key={title} className="grid content-start gap-2 p-4 lg:p-5">
          <NumberedHeading number={index + 1}>{title}</NumberedHeading>
          <p className="text-sm text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </Card>
);

type Availability = 'available' | 'current' | 'passed';

/** The granted tier, even if the dashboard is locked. Staff count as the highest. */
const getTier = ({ tier, staff }: Access): Tier => (staff ? 'essential' : tier);

function getAvailability(tier: Tier, current: Tier): Availability {
  if (tier === current) return 'current';
  return TIERS.indexOf(tier) > TIERS.indexOf(current) ? 'available' : 'passed';
}

/** Clears `opener`, so that the broker's site can't control this tab. */
function openBroker(link: string): void {
  const tab = window.open(link, '_blank');
  if (tab) tab.opener = null;
}

interface BrokerLink {
  readonly link: string;
  readonly choice: TierPlan['id'] | null;
  /** True even if the browser blocked the new tab. */
  readonly wasOpened: boolean;
  readonly open: (tier: TierPlan['id']) => void;
}

/**
 * Opens the broker {@link PROCESSING_DELAY_MS} after the choice, unless the screen is left first.
 */
function useBroker(): BrokerLink {
  const link = useBrokerLink();
  const [choice, setChoice] = useState<TierPlan['id'] | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (choice === null) return;
    const timer = setTimeout(() => {
      openBroker(link);
      setChoice(null);
      setWasOpened(true);
    }, PROCESSING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [choice, link]);
  return { link, choice, wasOpened, open: setChoice };
}

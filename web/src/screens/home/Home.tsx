import { getEffectiveTier, type Tier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { useMember } from '../../data/auth/currentSession';
import { Card, Figures, SideBySide } from '../../ui/Card';
import { LinkButton, TextLink } from '../../ui/Links';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { ActivationGuide } from './Activation';
import {
  CallsPanel,
  GUEST_CALLS,
  MarketPulse,
  PULSE_INTERVAL_MS,
  UPGRADE_BANNER,
} from './MarketPulse';
import { Overview } from './Overview';

/** Lazy, because only guests see it and it can read the ledger. */
const PaperDays = lazyComponent(
  async () => (await import('./PaperDays')).default,
  <Skeleton className="h-64" />,
);

/** `allowed`: signals a day. */
const TIER_TEXT: Record<Tier, { readonly name: string; readonly allowed: string }> = {
  guest: { name: 'Guest Tier', allowed: '0' },
  starter: { name: 'Starter', allowed: String(BASIC_SIGNALS_PER_DAY) },
  essential: { name: 'Essential', allowed: 'unlimited' },
};

export default function Home() {
  const member = useMember();
  if (!member) return null;
  const tier = getEffectiveTier(member);
  if (tier === 'guest')
    return (
      <div className="grid gap-8 lg:gap-10">
        <ActivationGuide member={member} />
        <PaperDays member={member} />
        <GuestView member={member} />
      </div>
    );
  return <Overview member={member} />;
}

const Banner = () => (
  <Card as="aside" className="flex flex-wrap items-center justify-between gap-4 p-4 lg:p-5">
    <div className="min-w-0 flex-1 basis-60">
      <h3 className="text-base font-semibold">{UPGRADE_BANNER.title}</h3>
      <p className="text-sm text-muted">{UPGRADE_BANNER.text}</p>
    </div>
    <LinkButton to={PATHS.upgrade}>Compare the tiers</LinkButton>
  </Card>
);

function GuestView({ member }: { member: User }) {
  const steps = useSampleSteps(PULSE_INTERVAL_MS);
  return (
    <section aria-labelledby="inside" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="inside" className="text-lg">
          {`Welcome, ${member.name}`}
        </h2>
        <p className="text-sm text-muted">What it looks like once your account is open.</p>
      </div>
      <SideBySide side={<MarketPulse {...steps} />}>
        <Usage member={member} />
        <CallsPanel sheet={GUEST_CALLS} steps={steps} />
        <Banner />
      </SideBySide>
    </section>
  );
}

/** A locked member has used none: nothing is sent while locked. */
function Usage({ member }: { member: User }) {
  const { name, allowed } = TIER_TEXT[member.tier];
  return (
    <Card as="div" className="overflow-hidden">
      <Figures
        figures={[
          { label: 'Your tier', value: name },
          { label: 'Signals used today', value: `0 / ${allowed}` },
        ]}
      />
      <p className="border-t border-line-soft px-4 py-3 text-sm">
        <TextLink to={PATHS.upgrade}>Upgrade for more signals</TextLink>
      </p>
    </Card>
  );
}

import { getEffectiveTier, type Tier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { Gem, GraduationCap, type LucideIcon, RadioTower, Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { useLiveFigures } from '../../data/network/liveFigures';
import { useMember } from '../../data/auth/currentSession';
import { Card, Figures, Panel, SideBySide } from '../../ui/Card';
import { ExternalLinkButton, LinkButton, TextLink } from '../../ui/Links';
import { lazyComponent } from '../../ui/lazyComponent';
import { formatLiveAge, toLiveRows } from '../../ui/liveText';
import { Skeleton } from '../../ui/Loading';
import { useZone } from '../../core/zone';
import { ActivationGuide } from './Activation';
import { MarketToday } from './Market';
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
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <Overview member={member} />
      {tier === 'starter' && <MarketToday />}
      <LivePanel uid={member.id} />
      {tier === 'essential' && <EssentialView member={member} />}
    </div>
  );
}

/** Counted by the server across all members. */
function LivePanel({ uid }: { uid: string }) {
  const live = useLiveFigures(uid);
  const zone = useZone();
  return (
    <Panel title="Right now">
      <Figures
        className="border-t border-line-soft"
        figures={toLiveRows(live, ['online', 'signals', 'devices', 'posts'])}
      />
      <p className="border-t border-line-soft px-4 py-2 text-xs text-muted tabular-nums">
        {`${formatLiveAge(live, zone)}${live ? ', across all members' : ''}. Days are UTC.`}
      </p>
    </Panel>
  );
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

const EssentialView = ({ member }: { member: User }) => (
  <>
    <Card
      aria-label={`Welcome to Essential, ${member.name}`}
      className="flex flex-wrap items-center justify-between gap-4 p-4"
    >
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold">{`Welcome to Essential, ${member.name}`}</h2>
        <p className="text-sm text-muted">
          Every signal is yours, order flow included, and all rooms are open.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
        <LinkButton to={PATHS.signals}>Go to your signals</LinkButton>
        <ExternalLinkButton href={BRAND.telegram.community}>
          Join the trading chat
        </ExternalLinkButton>
      </div>
    </Card>
    <FeatureTiles />
  </>
);

interface Tile {
  readonly path: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

const TILES: readonly Tile[] = [
  {
    path: PATHS.platinumStream,
    icon: RadioTower,
    title: 'Platinum Stream',
    text: 'Live trading sessions',
  },
  {
    path: PATHS.essentialRoom,
    icon: Gem,
    title: 'Essential Room',
    text: 'Chat and leaderboard',
  },
  { path: PATHS.community, icon: Users, title: 'Trader’s Network', text: 'Feed and leaderboard' },
  {
    path: PATHS.mentorship,
    icon: GraduationCap,
    title: 'Mentorship Vault',
    text: 'Courses, sessions',
  },
];

const FeatureTiles = () => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:gap-5.5 xl:grid-cols-4">
    {TILES.map(({ path, icon: Icon, title, text }) => (
      <li key={path}>
        <Link
          to={path}
          className="flex h-full items-start gap-3 rounded-lg border border-line bg-raised p-4 transition-colors hover:border-edge"
        >
          <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          <span className="text-sm font-semibold">
            <span>{title}</span>
            <span className="block font-normal text-muted">{text}</span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

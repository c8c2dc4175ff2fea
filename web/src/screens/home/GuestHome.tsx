import type { Tier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { BASIC_SIGNALS_PER_DAY } from '@quantalgo/contracts/signals/signal';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { useActivation } from '../../data/submissions/activation';
import { Card } from '../../ui/Card';
import { lazyComponent } from '../../ui/lazyComponent';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { Checklist } from './Checklist';
import { LastSignal } from './LastSignal';
import { LockedNotice } from './LockedNotice';
import { PULSE_INTERVAL_MS, SamplePanel, UPGRADE_BANNER } from './MarketPulse';

/** Lazy, because it draws charts and reads the ledger. */
const PaperDays = lazyComponent(
  async () => (await import('./PaperDays')).default,
  <Skeleton className="h-14.5 rounded-lg" />,
);

/** Merges both columns on phones. */
const COLUMN_CLASS = 'contents lg:grid lg:min-w-0 lg:gap-5.5';

/** Shown while the dashboard is locked: how to open it, then previews of what is inside. */
export function GuestHome({ member }: { member: User }) {
  const activation = useActivation(member);
  return (
    <div className="grid grid-cols-1 gap-3 lg:gap-5.5">
      <LockedNotice member={member} />
      <div className="grid min-w-0 grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-5.5">
        <div className={COLUMN_CLASS}>
          <Checklist member={member} activation={activation} />
          <Samples className="max-lg:order-3" />
        </div>
        <div className={COLUMN_CLASS}>
          <div className="min-w-0 max-lg:order-1">
            <PaperDays member={member} />
          </div>
          <LastSignal className="max-lg:order-1" />
          <Welcome member={member} className="max-lg:order-2" />
          <Banner className="max-lg:order-4" />
        </div>
      </div>
    </div>
  );
}

/** `allowed` is the number of signals per day. */
const TIER_TEXT: Record<Tier, { readonly name: string; readonly allowed: string }> = {
  guest: { name: 'Guest Tier', allowed: '0' },
  starter: { name: 'Starter', allowed: String(BASIC_SIGNALS_PER_DAY) },
  essential: { name: 'Essential', allowed: 'unlimited' },
};

/** Shows no signals used, because none are sent while the dashboard is locked. */
function Welcome({ member, className }: { member: User; className: string }) {
  const { name, allowed } = TIER_TEXT[member.tier];
  return (
    <section aria-labelledby="inside" className={`grid min-w-0 gap-2.5 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="inside" className="text-base wrap-anywhere">
          {`Welcome, ${member.name}`}
        </h2>
        <p className="text-sm text-muted">{name}</p>
      </div>
      <Card
        as="div"
        className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] overflow-hidden text-sm"
      >
        <p className="grid content-center px-4 py-2.5">
          <span className="text-muted">Signals used today</span>
          <span translate="no" className="font-semibold tabular-nums">{`0 / ${allowed}`}</span>
        </p>
        <Link
          to={PATHS.upgrade}
          className="flex items-center justify-between gap-2 border-l border-line-soft py-2.5 pr-3 pl-4 font-semibold hover:bg-sunk"
        >
          <span>Upgrade for more signals</span>
          <ChevronRight size={18} aria-hidden className="shrink-0 text-muted" />
        </Link>
      </Card>
    </section>
  );
}

const Samples = ({ className }: { className: string }) => (
  <SamplePanel steps={useSampleSteps(PULSE_INTERVAL_MS)} className={className} />
);

const Banner = ({ className }: { className: string }) => (
  <Card
    aria-labelledby="tiers"
    className={`flex flex-wrap items-center gap-3 px-4 py-3 ${className}`}
  >
    <div className="min-w-0 flex-1 basis-36">
      <h2 id="tiers" className="text-base font-semibold">
        {UPGRADE_BANNER.title}
      </h2>
      <p className="text-xs text-muted">{UPGRADE_BANNER.text}</p>
    </div>
    <LinkButton to={PATHS.upgrade} size="small">
      Compare tiers
    </LinkButton>
  </Card>
);

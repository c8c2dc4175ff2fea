import { isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import {
  formatMoment,
  formatWeekdayTime,
  formatZonedClock,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { BRAND } from '../../core/brand';
import { useNow } from '../../data/core/clock';
import { markProven, runAfterPaint } from '../../data/core/firstPaint';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { type Freshness, useFreshness } from '../../data/sync/freshness';
import { Bell } from './Bell';
import { SearchButton } from './SearchButton';
import { BrandMark } from '../../ui/BrandMark';
import { Chip } from '../../ui/Chip';
import { lazyComponent } from '../../ui/lazyComponent';
import { ExternalLinkButton } from '../../ui/Links';
import { getMemberBadge } from './UserCard';
import { useZone } from '../../core/zone';

export const Brand = ({ className = '' }: { className?: string }) => (
  <Link
    to={PATHS.dashboard}
    className={`flex min-h-11 items-center gap-2.5 text-base font-semibold tracking-tight ${className}`}
  >
    <BrandMark size={20} />
    <span>{BRAND.name}</span>
  </Link>
);

/** Loaded late, because it reads the outbox. */
const UploadChip = lazyComponent(
  async () => (await import('./lateParts')).UploadChip,
  null,
  runAfterPaint,
);

function Welcome({ member }: { member: User }) {
  const badge = getMemberBadge(member);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 lg:order-1 lg:flex-nowrap">
      <p className="line-clamp-2 min-w-[min(100%,12rem)] text-base font-semibold tracking-tight">
        {`Welcome back, ${member.name}`}
      </p>
      <Chip tone={badge === 'Active' ? 'good' : 'warning'}>{badge}</Chip>
    </div>
  );
}

/** On phones the brand and the freshness stay at the top, and the welcome scrolls away. */
export const Header = ({ member }: { member: User }) => (
  <header className="contents border-b border-line-soft bg-ink lg:sticky lg:top-[3px] lg:z-20 lg:flex lg:h-16 lg:items-center lg:gap-3 lg:shell-gutter">
    <div className="sticky top-[3px] z-20 flex min-h-14 flex-wrap items-center justify-between gap-x-2 bg-ink px-4 lg:static lg:order-2 lg:ml-auto lg:h-auto lg:bg-transparent lg:p-0">
      {/* Where the name doesn't fit beside the freshness, it wraps and is clipped. */}
      <Brand className="h-11 basis-5 flex-wrap overflow-hidden grow *:h-11 *:leading-11 max-lg:text-sm lg:hidden" />
      <div className="flex min-w-0 flex-wrap items-center gap-1 lg:flex-nowrap lg:gap-3">
        <FreshnessPill locked={isLocked(member)} />
        <div className="flex shrink-0 lg:contents">
          <SearchButton />
          <Bell member={member} />
        </div>
      </div>
      <div className="basis-full pb-2 empty:hidden lg:basis-auto lg:pb-0 lg:order-first">
        <UploadChip member={member} />
      </div>
    </div>
    <div className="flex items-center justify-between gap-3 px-4 pb-2 lg:contents">
      <Welcome member={member} />
      <ExternalLinkButton
        href={BRAND.telegram.community}
        size="small"
        className="shrink-0 max-sm:size-11 max-sm:px-0! lg:order-3"
      >
        <Send size={18} aria-hidden className="sm:hidden" />
        <span className="max-sm:sr-only">Join Telegram</span>
      </ExternalLinkButton>
    </div>
  </header>
);

const DOT_CLASS: Record<FreshnessText['tone'], string> = {
  good: 'bg-call',
  quiet: 'bg-faint',
  warning: 'bg-amber',
};

const PILL_CLASS =
  'flex max-w-full min-w-0 items-center gap-1 rounded-full border border-line px-2 py-1 text-xs lg:gap-1.5 lg:px-2.5 whitespace-nowrap tabular-nums';

const Clock = ({ now, zone }: { now: number; zone: Zone }) => (
  <span aria-hidden data-age translate="no" className={`${PILL_CLASS} text-muted`}>
    {formatZonedClock(now, zone)}
  </span>
);

/** Screen readers announce changes of state, but not each second. */
function FreshnessPill({ locked }: { locked: boolean }) {
  const now = useNow();
  const zone = useZone();
  const opensAt = useMarketOpening() ?? null;
  const freshness = useFreshness();
  const { state } = freshness;
  useEffect(() => {
    if (state === 'live' || state === 'offline' || state === 'blocked') markProven();
  }, [state]);
  const text = describeFreshness(freshness, { now, zone, opensAt });
  if (locked || !text) return <Clock now={now} zone={zone} />;
  return (
    <div className="min-w-0">
      <span aria-hidden data-age translate="no" className={PILL_CLASS}>
        <span
          className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${DOT_CLASS[text.tone]}`}
        />
        <span className="font-semibold">{text.state}</span>
        <span className="truncate text-muted">{text.detail}</span>
      </span>
      <span role="status" translate="no" className="sr-only">
        {text.spoken}
      </span>
    </div>
  );
}

interface FreshnessText {
  readonly tone: 'good' | 'quiet' | 'warning';
  readonly state: string;
  readonly detail: string;
  /** Changes only with the state, not each second. */
  readonly spoken: string;
}

function formatOffline(asOf: number | null, now: number, zone: Zone): FreshnessText {
  const detail = asOf === null ? '' : `as of ${formatMoment(asOf, now, zone)}`;
  const state = asOf === null ? 'Offline' : 'Offline,';
  return { tone: 'warning', state, detail, spoken: `${state} ${detail}`.trim() };
}

function formatUpdated(
  tone: 'quiet' | 'warning',
  asOf: number | null,
  now: number,
  zone: Zone,
): FreshnessText {
  if (asOf === null) return { tone, state: 'Connecting', detail: '', spoken: 'Connecting' };
  const detail = `${formatRoughDuration(now - asOf)} ago`;
  return { tone, state: 'Updated', detail, spoken: `Updated at ${formatMoment(asOf, now, zone)}` };
}

interface FreshnessContext {
  /** Epoch ms, server clock. */
  readonly now: number;
  readonly zone: Zone;
  /** When a closed market opens (epoch ms); null while it is open. */
  readonly opensAt: number | null;
}

/**
 * A closed market's opening matters more than the connection. The weekday is abbreviated because
 * phones show the pill next to the brand.
 */
function formatClosed(
  state: Freshness['state'],
  opensAt: number,
  zone: Zone,
): FreshnessText | null {
  const openingTime = formatWeekdayTime(opensAt, zone);
  const shortTime = openingTime.replace(/^(...)\w+/, '$1');
  if (state === 'offline')
    return {
      tone: 'warning',
      state: 'Offline,',
      detail: `opens ${shortTime}`,
      spoken: `Offline, market opens ${openingTime}`,
    };
  if (state !== 'live' && state !== 'fresh') return null;
  return {
    tone: 'quiet',
    state: 'Closed',
    detail: `until ${shortTime}`,
    spoken: `Market closed, opens ${openingTime}`,
  };
}

export function describeFreshness(
  { state, asOf }: Freshness,
  { now, zone, opensAt }: FreshnessContext,
): FreshnessText | null {
  const closedText = opensAt === null ? null : formatClosed(state, opensAt, zone);
  if (closedText) return closedText;
  switch (state) {
    case 'blocked':
      return null;
    case 'live':
      return { tone: 'good', state: 'Live', detail: formatZonedClock(now, zone), spoken: 'Live' };
    case 'loading':
      return formatUpdated('quiet', asOf, now, zone);
    case 'fresh':
      // Polling advances `asOf`, and each change would be spoken.
      return { ...formatUpdated('quiet', asOf, now, zone), spoken: 'Up to date' };
    case 'stale':
      return formatUpdated('warning', asOf, now, zone);
    case 'reconnecting':
      return { tone: 'warning', state: 'Reconnecting', detail: '', spoken: 'Reconnecting' };
    case 'offline':
      return formatOffline(asOf, now, zone);
  }
}

import { type Tier, TIER_NAMES } from '@quantalgo/contracts/access/access';
import type { AccessEvent } from '@quantalgo/contracts/access/accessEvent';
import { formatMoment } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import type { ReactNode } from 'react';
import { useNow } from '../../data/core/clock';
import { Chip, type ChipTone } from '../../ui/Chip';

export const FactList = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) => (
  <dl className="divide-y divide-line-soft border-y border-line-soft text-sm">
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap gap-x-4 py-2.5">
        <dt className="shrink-0 text-muted">{name}</dt>
        <dd className="flex-1 basis-24 text-right font-semibold wrap-anywhere tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

const TIER_TONES: Record<Tier, ChipTone> = {
  guest: 'faint',
  starter: 'warning',
  essential: 'good',
};

export const TierChip = ({ tier }: { tier: Tier }) => (
  <Chip tone={TIER_TONES[tier]}>{TIER_NAMES[tier]}</Chip>
);

/** For example `Starter, unlocked, staff`. */
export const formatAccess = ({ tier, dashboardUnlocked, staff }: AccessEvent['after']): string =>
  `${TIER_NAMES[tier]}, ${dashboardUnlocked ? 'unlocked' : 'locked'}${staff ? ', staff' : ''}`;

export function History({ events }: { events: readonly AccessEvent[] }) {
  const now = useNow(60_000);
  if (events.length === 0) return <p className="text-sm text-muted">No access changes yet.</p>;
  return (
    <ol className="grid gap-2.5">
      {events.map(({ id, at, before, after, reason, by }) => (
        <li key={id} className="text-sm">
          <p>
            <span>{`${formatAccess(before)} →`}</span>{' '}
            <span className="font-semibold">{formatAccess(after)}</span>
          </p>
          <p className="text-xs wrap-anywhere text-muted">
            <span>{`${formatMoment(Date.parse(at), now, WAT)} ·`}</span> <bdi>{reason}</bdi>{' '}
            <span>{`· by ${by}`}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

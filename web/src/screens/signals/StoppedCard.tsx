import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { Hand } from 'lucide-react';
import { useZone } from '../../core/zone';
import { Card } from '../../ui/Card';
import { TextLink } from '../../ui/Links';

/** Replaces the signals until midnight. `until` in epoch ms. */
export function StoppedCard({ until, lost }: { until: number; lost: number }) {
  const zone = useZone();
  return (
    <Card aria-label="Stopped" className="grid gap-3 p-5">
      <Hand size={28} aria-hidden className="text-muted" />
      <h2 className="text-xl tracking-tight">You stopped for today</h2>
      <p className="text-pretty">
        <span>{`${lost > 0 ? `${lost} ${lost === 1 ? 'ladder was' : 'ladders were'} lost today. ` : ''}Signals return at`}</span>{' '}
        <span translate="no" className="font-semibold tabular-nums">
          {formatZonedTime(until, zone)}
        </span>
        <span>.</span>
      </p>
      <p className="text-sm text-pretty text-muted">
        Until then, new signals go to your history. This stop can’t be lifted early: you set it when
        you were calm.
      </p>
      <TextLink to={`${PATHS.settings}#desk`} className="inline-flex min-h-11 items-center text-sm">
        Your risk desk
      </TextLink>
    </Card>
  );
}

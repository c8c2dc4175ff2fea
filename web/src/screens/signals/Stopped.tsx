import { formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { dayEnd } from '@quantalgo/contracts/core/time';
import { Hand } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { stopForToday, useDesk, useLostToday, useStoppedUntil } from '../../data/settings/desk';
import { serverNow, useAt } from '../../data/core/clock';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { TextLink } from '../../ui/Links';

/** Replaces the signals until midnight. `until` in epoch ms. */
function Stopped({ until, lost }: { until: number; lost: number }) {
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

function StopButton({ uid }: { uid: string }) {
  const zone = useZone();
  const [isConfirming, setIsConfirming] = useState(false);
  const stop = () => void stopForToday(uid, serverNow(), zone).catch(() => setIsConfirming(false));
  return (
    <div data-passing className="grid sm:justify-start">
      <Button
        size="small"
        variant="quiet"
        isTwoStep
        onClick={isConfirming ? stop : () => setIsConfirming(true)}
      >
        <Hand size={16} aria-hidden />
        <span>{isConfirming ? 'Stop: no signals until midnight' : 'Stop for today'}</span>
      </Button>
    </div>
  );
}

/** Shows the signals unless the member stopped for today or lost too many ladders. */
export function UntilStopped({ uid, children }: { uid: string; children: ReactNode }) {
  const zone = useZone();
  const until = useStoppedUntil();
  const desk = useDesk();
  const { lost, isLimitReached } = useLostToday(zone);
  const stop = useAt((now) => (now < until ? until : isLimitReached && dayEnd(now, zone)));
  if (stop !== false) return <Stopped until={stop} lost={lost} />;
  return (
    <>
      {children}
      {desk && <StopButton uid={uid} />}
    </>
  );
}

import { dayEnd } from '@quantalgo/contracts/core/time';
import { Hand } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { stopForToday, useDesk, useLostToday, useStoppedUntil } from '../../data/settings/desk';
import { serverNow, useAt } from '../../data/core/clock';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { StoppedCard } from './StoppedCard';

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
  if (stop !== false) return <StoppedCard until={stop} lost={lost} />;
  return (
    <>
      {children}
      {desk && <StopButton uid={uid} />}
    </>
  );
}

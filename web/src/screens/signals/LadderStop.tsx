import { useEffect } from 'react';
import { stopForToday, useLostToday, useStoppedUntil } from '../../data/settings/desk';
import { serverNow, useAt } from '../../data/core/clock';
import { useZone } from '../../core/zone';

/** Stops signals for today on all devices once as many ladders are lost as the risk desk allows. */
export function LadderStop({ uid }: { uid: string }) {
  const zone = useZone();
  const until = useStoppedUntil();
  const { isLimitReached } = useLostToday(zone);
  const isDue = useAt((now) => isLimitReached && now >= until);
  useEffect(() => {
    if (isDue) stopForToday(uid, serverNow(), zone).catch(() => undefined);
  }, [isDue, uid, zone]);
  return null;
}

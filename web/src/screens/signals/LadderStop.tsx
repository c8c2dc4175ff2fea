import { useEffect } from 'react';
import { stopForToday, useLostToday, useStop } from '../../data/settings/desk';
import { serverNow, useAt } from '../../data/core/clock';
import { useZone } from '../../core/zone';

/** Stops signals for today on all devices once as many ladders are lost as the risk desk allows. */
export function LadderStop({ uid }: { uid: string }) {
  const zone = useZone();
  const until = useStop();
  const { endsDay } = useLostToday(zone);
  const isDue = useAt((now) => endsDay && now >= until);
  useEffect(() => {
    if (isDue) stopForToday(uid, serverNow(), zone).catch(() => undefined);
  }, [isDue, uid, zone]);
  return null;
}

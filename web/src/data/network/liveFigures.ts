import { isLocked } from '@quantalgo/contracts/access/access';
import { LIVE_MS, type LiveFigures } from '@quantalgo/contracts/network/liveFigures';
import { liveFiguresEndpoints } from '@quantalgo/contracts/network/liveFiguresEndpoints';
import { useEffect } from 'react';
import { ignoreExpected } from '../core/faults';
import { useAt } from '../core/clock';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { useWithMyself } from './myself';
import { usePresence } from './presence';

/** Key of the row of the performance table, which empties with the member's access. */
const ROW = 'live';

const answerSchema = liveFiguresEndpoints.liveFigures.data;

async function fetchLive(uid: string): Promise<void> {
  const { data } = await call(liveFiguresEndpoints.liveFigures, {});
  await withDatabase(uid, async ({ performance }) => {
    const member = currentUser();
    if (member?.id === uid && !isLocked(member)) await performance.put({ id: ROW, ...data });
  });
}

/** The live figures as last received, and when they were counted (epoch ms). */
interface Live {
  readonly figures: LiveFigures;
  readonly countedAt: number;
}

/**
 * The live figures, asked for each minute while they are shown and in sight, which counts this member as online like a room
 * does; null where they never came, undefined while they are read from the device.
 */
export function useLiveFigures(uid: string): Live | null | undefined {
  usePresence(uid);
  const round = useAt((now) => Math.floor(now / LIVE_MS));
  useEffect(() => {
    if (!document.hidden) fetchLive(uid).catch(ignoreExpected);
  }, [uid, round]);
  const live = useStored(async ({ performance }) => {
    const row = answerSchema.safeParse(await performance.get(ROW)).data;
    return row ? { figures: row.figures, countedAt: Date.parse(row.countedAt) } : null;
  });
  const online = useWithMyself(live?.figures.online);
  return live && online !== undefined ? { ...live, figures: { ...live.figures, online } } : live;
}

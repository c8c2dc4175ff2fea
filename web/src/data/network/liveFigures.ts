import { isLocked } from '@quantalgo/contracts/access/access';
import {
  LIVE_FIGURES_INTERVAL_MS,
  type LiveFigures,
} from '@quantalgo/contracts/network/liveFigures';
import { liveFiguresEndpoints } from '@quantalgo/contracts/network/liveFiguresEndpoints';
import { useEffect } from 'react';
import { ignoreExpected } from '../core/faults';
import { usePollRound } from '../core/clock';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { useOnlineCountWithSelf } from './myself';
import { usePresence } from './presence';

const LIVE_ROW = 'live';

const figuresSchema = liveFiguresEndpoints.liveFigures.data;

async function fetchLive(uid: string): Promise<void> {
  const { data } = await call(liveFiguresEndpoints.liveFigures, {});
  await withDatabase(uid, async ({ performance }) => {
    const member = getCurrentUser();
    if (member?.id === uid && !isLocked(member)) await performance.put({ id: LIVE_ROW, ...data });
  });
}

/** `countedAt`: epoch ms. */
interface CountedFigures {
  readonly figures: LiveFigures;
  readonly countedAt: number;
}

/** Polls while mounted and visible. Counts this member as online, as the rooms do. */
export function useLiveFigures(uid: string): CountedFigures | null | undefined {
  usePresence(uid);
  const round = usePollRound(LIVE_FIGURES_INTERVAL_MS);
  useEffect(() => {
    if (!document.hidden) fetchLive(uid).catch(ignoreExpected);
  }, [uid, round]);
  const live = useStored(async ({ performance }) => {
    const row = figuresSchema.safeParse(await performance.get(LIVE_ROW)).data;
    return row ? { figures: row.figures, countedAt: Date.parse(row.countedAt) } : null;
  });
  const online = useOnlineCountWithSelf(live?.figures.online);
  return live && online !== undefined ? { ...live, figures: { ...live.figures, online } } : live;
}

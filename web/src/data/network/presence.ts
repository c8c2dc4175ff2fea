import { canUseFeature } from '@quantalgo/contracts/access/access';
import { ONLINE_TTL_MS, PRESENCE_INTERVAL_MS } from '@quantalgo/contracts/network/presence';
import { presenceEndpoints } from '@quantalgo/contracts/network/presenceEndpoints';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { storeLastSeenAt, useOnlineCountWithSelf } from './myself';
import { presenceMountCount } from './mountCounts';

const PRESENCE_ROW = 'presence' satisfies SharedMetaRow;

const countSchema = z.object({
  online: z.number(),
  /** Epoch ms. */
  countedAt: z.number(),
});

type OnlineCount = z.infer<typeof countSchema>;

const readCount = async ({ meta }: MemberDatabase): Promise<OnlineCount | null> =>
  countSchema.safeParse(await meta.get(PRESENCE_ROW)).data ?? null;

export const storeCount = (uid: string, count: OnlineCount): Promise<void> =>
  withDatabase(uid, (database) =>
    database.transaction('rw', database.meta, async () => {
      const stored = await readCount(database);
      if (stored === null || stored.countedAt <= count.countedAt)
        await database.meta.put({ id: PRESENCE_ROW, ...count });
    }),
  );

let lastReport = { uid: '', at: -Infinity };

async function reportPresence(uid: string): Promise<void> {
  const user = getCurrentUser();
  if (document.hidden || user?.id !== uid || !canUseFeature('traders-network', user)) return;
  if (lastReport.uid === uid && performance.now() - lastReport.at < PRESENCE_INTERVAL_MS) return;
  lastReport = { uid, at: performance.now() };
  try {
    const { data } = await call(presenceEndpoints.bePresent, { body: {} });
    await storeLastSeenAt(uid);
    await storeCount(uid, { online: data.online, countedAt: Date.parse(data.countedAt) });
  } catch {
    if (lastReport.uid === uid) lastReport = { uid, at: -Infinity };
  }
}

const REPORT_CHECK_INTERVAL_MS = 20_000;

function followPresence(uid: string): () => void {
  const report = () => void reportPresence(uid);
  const controller = new AbortController();
  report();
  const timer = setInterval(report, REPORT_CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', report, { signal: controller.signal });
  return () => {
    clearInterval(timer);
    controller.abort();
  };
}

export const usePresence = (uid: string): void => useEffect(() => followPresence(uid), [uid]);

function mountPresence(): () => void {
  presenceMountCount.set(presenceMountCount.get() + 1);
  return () => presenceMountCount.set(presenceMountCount.get() - 1);
}

/** Includes this member. Null if the last count has expired. */
export function useOnlineCount(uid: string): number | null | undefined {
  usePresence(uid);
  useEffect(mountPresence, [uid]);
  const count = useStored(readCount);
  const online = useAt(() => {
    if (!count) return count;
    return serverNow() - count.countedAt > ONLINE_TTL_MS ? null : count.online;
  });
  return useOnlineCountWithSelf(online);
}

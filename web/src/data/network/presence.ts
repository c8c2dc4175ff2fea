import { mayUse } from '@quantalgo/contracts/access/access';
import { ONLINE_MS, PRESENCE_MS } from '@quantalgo/contracts/network/presence';
import { presenceEndpoints } from '@quantalgo/contracts/network/presenceEndpoints';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { serverNow, useAt } from '../core/clock';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../storage/database';
import { useStored, withDatabase } from '../storage/memberDatabase';
import type { MetaRow } from '../storage/tableAccess';
import { storePresent, useWithMyself } from './myself';
import { presenceShown } from './shown';

const PRESENCE = 'presence' satisfies MetaRow;

const countSchema = z.object({
  online: z.number(),
  /** Epoch ms. */
  countedAt: z.number(),
});

/** How many members were online, and when that was counted (epoch ms). */
type OnlineCount = z.infer<typeof countSchema>;

const readCount = async ({ meta }: MemberDatabase): Promise<OnlineCount | null> =>
  countSchema.safeParse(await meta.get(PRESENCE)).data ?? null;

/** Stores a count, unless the stored one is newer: stream and calls both bring them. */
export const storeCount = (uid: string, count: OnlineCount): Promise<void> =>
  withDatabase(uid, (database) =>
    database.transaction('rw', database.meta, async () => {
      const kept = await readCount(database);
      if (kept === null || kept.countedAt <= count.countedAt)
        await database.meta.put({ id: PRESENCE, ...count });
    }),
  );

/** Last presence report of this page: whose, and when (ms of the page's own time). */
let said = { uid: '', at: -Infinity };

/** Reports the member's presence, at most every four minutes per page. Never rejects. */
async function bePresent(uid: string): Promise<void> {
  const user = currentUser();
  if (document.hidden || user?.id !== uid || !mayUse('traders-network', user)) return;
  if (said.uid === uid && performance.now() - said.at < PRESENCE_MS) return;
  said = { uid, at: performance.now() };
  try {
    const { data } = await call(presenceEndpoints.bePresent, { body: {} });
    await storePresent(uid);
    await storeCount(uid, { online: data.online, countedAt: Date.parse(data.countedAt) });
  } catch {
    if (said.uid === uid) said = { uid, at: -Infinity };
  }
}

/** How often (ms) a page looks whether to say so again. */
const CHECK_MS = 20_000;

/** Says that the member is here until it is stopped. @returns the stop */
function followPresence(uid: string): () => void {
  const say = () => void bePresent(uid);
  const stopped = new AbortController();
  say();
  const timer = setInterval(say, CHECK_MS);
  document.addEventListener('visibilitychange', say, { signal: stopped.signal });
  return () => {
    clearInterval(timer);
    stopped.abort();
  };
}

/** Has the member count as online while a component shows who is, and is in sight. */
export const usePresence = (uid: string): void => useEffect(() => followPresence(uid), [uid]);

/** Has the stream bring the count while it is shown. @returns the stop */
function showPresence(): () => void {
  presenceShown.set(presenceShown.get() + 1);
  return () => presenceShown.set(presenceShown.get() - 1);
}

/**
 * How many members are online, this one included, while a component shows a room, which counts its member too. Null where the last count
 * that is known is older than a presence lasts; undefined while it is read.
 */
export function useOnlineCount(uid: string): number | null | undefined {
  usePresence(uid);
  useEffect(showPresence, [uid]);
  const count = useStored(readCount);
  const online = useAt(() => {
    if (!count) return count;
    return serverNow() - count.countedAt > ONLINE_MS ? null : count.online;
  });
  return useWithMyself(online);
}

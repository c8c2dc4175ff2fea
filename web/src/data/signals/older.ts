import { getAudiences } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { getCurrentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { HISTORY_EXTENT_ROW } from '../storage/eviction';
import { toAudiencesKey, getSignalTables, storeSignals } from '../storage/signalTable';
import { fetchPageBefore } from './page';

/**
 * How far back the stored history of these audiences is complete: to the slot `before` (epoch ms; 0
 * if `complete`, to the first signal).
 */
const rowSchema = z.object({ audiences: z.string(), before: z.number(), complete: z.boolean() });
type HistoryExtent = z.infer<typeof rowSchema>;

const NO_HISTORY = { before: Number.MAX_SAFE_INTEGER, complete: false };

/** The extent for other audiences doesn't apply: loading then starts from the newest signals. */
const readExtent = (row: unknown, user: User): HistoryExtent => {
  const audiences = toAudiencesKey(getAudiences(user));
  const extent = rowSchema.safeParse(row).data;
  return extent?.audiences === audiences ? extent : { audiences, ...NO_HISTORY };
};

/**
 * Fetches and stores one page of older signals. Stores nothing if the signals that it continues
 * were evicted in the meantime.
 * @returns true if there is more to load
 */
export async function loadOlderPage(user: User): Promise<boolean> {
  const row = await withDatabase(user.id, ({ meta }) => meta.get(HISTORY_EXTENT_ROW));
  const extent = readExtent(row, user);
  if (extent.complete) return false;
  const { batch, oldest } = await fetchPageBefore(
    extent.before === NO_HISTORY.before ? null : extent.before,
  );
  const complete = oldest === null;
  const arrival = { receivedAt: serverNow(), live: false };
  return withDatabase(user.id, (database) =>
    database.transaction('rw', getSignalTables(database), async () => {
      const current = readExtent(await database.meta.get(HISTORY_EXTENT_ROW), user);
      // Another load got further, or the signals that this page continues were evicted.
      if (current.before !== extent.before) return current.before < extent.before;
      await storeSignals(database, getAudiences(user), batch, arrival, false);
      const before = oldest ?? 0;
      await database.meta.put({ ...extent, id: HISTORY_EXTENT_ROW, before, complete });
      return !complete;
    }),
  );
}

interface Older {
  readonly state: 'reading' | 'more' | 'loading' | 'failed' | 'complete';
  readonly load: () => void;
  readonly stop: () => void;
}

export function useOlder(): Older {
  const [state, setState] = useState<'more' | 'loading' | 'failed'>('more');
  const isComplete = useStored(async ({ meta }) => {
    const user = getCurrentUser();
    return user !== null && readExtent(await meta.get(HISTORY_EXTENT_ROW), user).complete;
  });
  const loadController = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    loadController.current?.abort();
    setState('more');
  }, []);
  const load = useCallback(() => {
    loadController.current?.abort();
    const controller = new AbortController();
    loadController.current = controller;
    const finish = (result: 'more' | 'failed') => {
      if (!controller.signal.aborted) setState(result);
    };
    setState('loading');
    loadAll(controller.signal).then(
      () => finish('more'),
      () => finish('failed'),
    );
  }, []);
  useEffect(() => () => loadController.current?.abort(), []);
  if (isComplete === undefined) return { state: 'reading', load, stop };
  return { state: isComplete ? 'complete' : state, load, stop };
}

async function loadAll(signal: AbortSignal): Promise<void> {
  const user = getCurrentUser();
  for (let hasMore = true; user && hasMore && !signal.aborted;) hasMore = await loadOlderPage(user);
}

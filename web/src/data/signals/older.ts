import { audiencesOf } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { currentUser } from '../auth/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { OLDER_ROW } from '../storage/eviction';
import { audiencesKey, signalTables, storeSignals } from '../storage/signalTable';
import { pageBefore } from './page';

/**
 * Extent of the history of these audiences: it is whole back to the slot `before` (epoch ms), or to its first signal if
 * `complete`.
 */
const rowSchema = z.object({ audiences: z.string(), before: z.number(), complete: z.boolean() });
type Reached = z.infer<typeof rowSchema>;

const NOWHERE = { before: Number.MAX_SAFE_INTEGER, complete: false };

/** The history of other audiences doesn't count: this one starts from the newest signals. */
const reachedOf = (row: unknown, user: User): Reached => {
  const audiences = audiencesKey(audiencesOf(user));
  const known = rowSchema.safeParse(row).data;
  return known?.audiences === audiences ? known : { audiences, ...NOWHERE };
};

/**
 * Fetches one page of older signals and stores it, unless the signals that it continues were evicted meanwhile, as the
 * device had no room for it.
 * @returns whether there is more to load
 */
export async function loadPage(user: User): Promise<boolean> {
  const row = await withDatabase(user.id, ({ meta }) => meta.get(OLDER_ROW));
  const reached = reachedOf(row, user);
  if (reached.complete) return false;
  const { batch, oldest } = await pageBefore(
    reached.before === NOWHERE.before ? null : reached.before,
  );
  const complete = oldest === null;
  const arrival = { receivedAt: serverNow(), live: false };
  return withDatabase(user.id, (database) =>
    database.transaction('rw', signalTables(database), async () => {
      const now = reachedOf(await database.meta.get(OLDER_ROW), user);
      // Another load got further, or what this one continues is gone.
      if (now.before !== reached.before) return now.before < reached.before;
      await storeSignals(database, audiencesOf(user), batch, arrival, false);
      const before = oldest ?? reached.before;
      await database.meta.put({ ...reached, id: OLDER_ROW, before, complete });
      return !complete;
    }),
  );
}

/** True if this device has all signals that the member ever received. */
export const hasWholeHistory = async (user: User): Promise<boolean> =>
  reachedOf(await withDatabase(user.id, ({ meta }) => meta.get(OLDER_ROW)), user).complete;

interface Older {
  /** `whole`: the server has nothing older. */
  readonly state: 'reading' | 'more' | 'loading' | 'failed' | 'whole';
  readonly load: () => void;
  readonly stop: () => void;
}

/** Loads the signals older than those on this device, page by page, until all are stored. */
export function useOlder(): Older {
  const [state, setState] = useState<'more' | 'loading' | 'failed'>('more');
  const whole = useStored(async ({ meta }) => {
    const user = currentUser();
    return user !== null && reachedOf(await meta.get(OLDER_ROW), user).complete;
  });
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    setState('more');
  }, []);
  const load = useCallback(() => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const settle = (how: 'more' | 'failed') => {
      if (!mine.signal.aborted) setState(how);
    };
    setState('loading');
    loadAll(mine.signal).then(
      () => settle('more'),
      () => settle('failed'),
    );
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  if (whole === undefined) return { state: 'reading', load, stop };
  return { state: whole ? 'whole' : state, load, stop };
}

async function loadAll(stopped: AbortSignal): Promise<void> {
  const user = currentUser();
  for (let more = true; user && more && !stopped.aborted;) more = await loadPage(user);
}

import { audiencesOf, receivedSignalSchema, type Signal, type User } from '@quantalgo/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../session/call';
import { serverNow } from '../core/clock';
import { currentUser } from '../session/currentSession';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { audiencesKey, storeSignals } from '../storage/signalTable';

const ID = 'older';
const PAGE = 100;

/** How far back the history of these audiences is whole: to the slot `before` (epoch ms), or to its first signal. */
const rowSchema = z.object({ audiences: z.string(), before: z.number(), complete: z.boolean() });
type Reached = z.infer<typeof rowSchema>;

const NOWHERE = { before: Number.MAX_SAFE_INTEGER, complete: false };

/** A history of other audiences says nothing of this one: it begins anew with the newest signals. */
const reachedOf = (row: unknown, user: User): Reached => {
  const audiences = audiencesKey(audiencesOf(user));
  const known = rowSchema.safeParse(row).data;
  return known?.audiences === audiences ? known : { audiences, ...NOWHERE };
};

async function fetchBefore(before: number): Promise<Signal[]> {
  const until = Math.min(before, serverNow() + PAGE);
  const { data } = await call('signals', {
    query: { limit: String(PAGE), before: new Date(until).toISOString() },
  });
  return data.map((signal) => receivedSignalSchema.parse(signal));
}

/** Fetches one page of older signals and stores it; says whether the history is whole now. */
async function loadPage(user: User): Promise<boolean> {
  const row = await withDatabase(user.id, ({ meta }) => meta.get(ID));
  const reached = reachedOf(row, user);
  if (reached.complete) return true;
  const page = await fetchBefore(reached.before);
  const complete = page.length < PAGE;
  const before = Math.min(reached.before, ...page.map(({ createdAt }) => createdAt));
  const arrival = { receivedAt: serverNow(), live: false };
  await withDatabase(user.id, async (database) => {
    await storeSignals(database, audiencesOf(user), page, arrival, false);
    await database.meta.put({ ...reached, id: ID, ...{ before, complete } });
  });
  return complete;
}

export interface Older {
  /** `whole`: there is nothing older on the server. */
  readonly state: 'reading' | 'more' | 'loading' | 'failed' | 'whole';
  readonly load: () => void;
  readonly stop: () => void;
}

/** The signals that were published before those on this device: loaded page by page until all are here. */
export function useOlder(): Older {
  const [state, setState] = useState<'more' | 'loading' | 'failed'>('more');
  const whole = useStored(async ({ meta }) => {
    const user = currentUser();
    return user !== null && reachedOf(await meta.get(ID), user).complete;
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
  for (let whole = user === null; user && !whole && !stopped.aborted;) whole = await loadPage(user);
}

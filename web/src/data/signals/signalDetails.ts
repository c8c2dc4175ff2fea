import { audiencesOf } from '@quantalgo/contracts/access/access';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { type RecordCandle, recordCandleSchema } from '@quantalgo/contracts/signals/signal';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { ApiError } from '../auth/errors';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { storeSignals } from '../storage/signalTable';

/** State of a signal that isn't on this device: being fetched, not available to this member, or out of reach. */
type Fetching = 'asking' | 'absent' | 'offline';

/** Fetches a signal and stores it. @returns `asking` on success, as the stored signal then appears, else the reason */
async function fetchSignal(id: string): Promise<Fetching> {
  const user = currentUser();
  if (!user) return 'absent';
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id } });
    const batch = { signals: [receivedSignalSchema.parse(data)], unread: [] };
    const arrival = { receivedAt: serverNow(), live: false };
    await withDatabase(user.id, (database) =>
      storeSignals(database, audiencesOf(user), batch, arrival, false),
    );
    return 'asking';
  } catch (error) {
    return error instanceof ApiError ? 'absent' : 'offline';
  }
}

/** Fetches a signal if it is `missing` here, so that links to it work on a new device too. */
export function useFetchedSignal(id: string, missing: boolean): Fetching {
  const [came, setCame] = useState<{ readonly id: string; readonly how: Fetching } | null>(null);
  useEffect(() => {
    if (!missing) return;
    let current = true;
    void fetchSignal(id).then((how) => {
      if (current) setCame({ id, how });
    });
    return () => {
      current = false;
    };
  }, [id, missing]);
  return came?.id === id ? came.how : 'asking';
}

const rowSchema = z.object({ candles: z.array(recordCandleSchema) });

/** The candles around a signal: stored here; being read; none; or the request failed. */
type Chart =
  | { readonly state: 'here'; readonly candles: readonly RecordCandle[] }
  | { readonly state: 'reading' | 'none' | 'failed' };

/** Fetches the candles and stores them for offline use; false if there are none. */
async function fetchChart(id: string): Promise<boolean> {
  const user = currentUser();
  if (!user) return false;
  const { data: candles } = await call(signalsEndpoints.signalChart, { params: { id } });
  if (candles.length === 0) return false;
  const row = { id, candles };
  await withDatabase(user.id, ({ charts }) => charts.put(row));
  return true;
}

const noLoad = () => undefined;

/** The candles around a settled signal, and a function that fetches them if this device has none yet. */
export function useChart(id: string): { readonly chart: Chart; readonly load: () => void } {
  const [asked, setAsked] = useState<{ readonly id: string; readonly state: 'none' | 'failed' }>();
  const kept = useStored(
    async ({ charts }) => rowSchema.safeParse(await charts.get(id)).data?.candles ?? null,
    [id],
  );
  const load = useCallback(() => {
    fetchChart(id).then(
      (came) => came || setAsked({ id, state: 'none' }),
      () => setAsked({ id, state: 'failed' }),
    );
  }, [id]);
  if (kept) return { chart: { state: 'here', candles: kept }, load };
  const state = asked?.id === id ? asked.state : 'reading';
  return { chart: { state }, load: kept === null ? load : noLoad };
}

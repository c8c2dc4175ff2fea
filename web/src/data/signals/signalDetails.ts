import { getAudiences } from '@quantalgo/contracts/access/access';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { type RecordCandle, recordCandleSchema } from '@quantalgo/contracts/signals/signal';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../core/clock';
import { call } from '../auth/call';
import { getCurrentUser } from '../auth/currentSession';
import { ApiError } from '../core/errors';
import { useStored, withDatabase } from '../storage/memberDatabase';
import { storeSignals } from '../storage/signalTable';

type Fetching = 'loading' | 'absent' | 'offline';

/**
 * Fetches and stores a signal.
 * @returns `loading` on success, because the stored signal then appears
 */
async function fetchSignal(id: string): Promise<Fetching> {
  const user = getCurrentUser();
  if (!user) return 'absent';
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id } });
    const batch = { signals: [receivedSignalSchema.parse(data)], unparsed: [] };
    const arrival = { receivedAt: serverNow(), live: false };
    await withDatabase(user.id, (database) =>
      storeSignals(database, getAudiences(user), batch, arrival, false),
    );
    return 'loading';
  } catch (error) {
    return error instanceof ApiError ? 'absent' : 'offline';
  }
}

export function useFetchedSignal(id: string, missing: boolean): Fetching {
  const [fetched, setFetched] = useState<{ readonly id: string; readonly how: Fetching } | null>(
    null,
  );
  useEffect(() => {
    if (!missing) return;
    let isCurrent = true;
    void fetchSignal(id).then((how) => {
      if (isCurrent) setFetched({ id, how });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, missing]);
  return fetched?.id === id ? fetched.how : 'loading';
}

const rowSchema = z.object({ candles: z.array(recordCandleSchema) });

type Chart =
  | { readonly state: 'loaded'; readonly candles: readonly RecordCandle[] }
  | { readonly state: 'loading' | 'none' | 'failed' };

async function fetchChart(id: string): Promise<boolean> {
  const user = getCurrentUser();
  if (!user) return false;
  const { data: candles } = await call(signalsEndpoints.signalChart, { params: { id } });
  if (candles.length === 0) return false;
  const row = { id, candles };
  await withDatabase(user.id, ({ charts }) => charts.put(row));
  return true;
}

const noop = () => undefined;

export function useChart(id: string): { readonly chart: Chart; readonly load: () => void } {
  const [request, setRequest] = useState<{
    readonly id: string;
    readonly state: 'none' | 'failed';
  }>();
  const candles = useStored(
    async ({ charts }) => rowSchema.safeParse(await charts.get(id)).data?.candles ?? null,
    [id],
  );
  const load = useCallback(() => {
    fetchChart(id).then(
      (hasCandles) => hasCandles || setRequest({ id, state: 'none' }),
      () => setRequest({ id, state: 'failed' }),
    );
  }, [id]);
  if (candles) return { chart: { state: 'loaded', candles: candles }, load };
  const state = request?.id === id ? request.state : 'loading';
  return { chart: { state }, load: candles === null ? load : noop };
}
